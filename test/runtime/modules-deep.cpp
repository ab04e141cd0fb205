// Modules nest as deep as other scopes: at each depth a call is one scope at its place, whether its caller, its body or both have one,
// and a module that runs itself again stays where it is. What is deeper than 1000 is counted.
// RUN: %clangxx -std=c++17 -O1 -DBODY -c %s -o %t-plain.o && %autoscope_clangxx -std=c++17 -O1 -DBODY -c %s -o %t-body.o
// RUN: %autoscope_clangxx -std=c++17 -O1 -DCALLER %s %t-plain.o -o %t-one && %autoscope_clangxx -std=c++17 -O1 -DCALLER %s %t-body.o -o %t-both
// RUN: env AUTOSCOPE_OUTPUT=%t-one.autoscope %t-one 900 && %autoscope tree %t-one.autoscope --name-width 0 > %t-one.tree
// RUN: env AUTOSCOPE_OUTPUT=%t-both.autoscope %t-both 900 && %autoscope tree %t-both.autoscope --name-width 0 > %t-both.tree
// RUN: FileCheck --check-prefix=TREE %s < %t-one.tree && FileCheck --check-prefix=TREE %s < %t-both.tree
// RUN: grep -cE '^ *(next\.)*next +Link +1 ' %t-one.tree %t-both.tree | FileCheck --check-prefix=LINKS %s
// RUN: grep -cE '^ *(next\.)+leaf +Leaf +1 ' %t-one.tree %t-both.tree | FileCheck --check-prefix=LINKS %s
// RUN: grep -cE '^ *[^ ]+ +[A-Z][a-z]+ +[0-9]+ ' %t-one.tree %t-both.tree | FileCheck --check-prefix=ALL %s
// RUN: env AUTOSCOPE_OUTPUT=%t-lost.autoscope %t-both 1600 2> /dev/null && %autoscope report %t-lost.autoscope | FileCheck --check-prefix=LOST %s
#include <cstdlib>
struct [[autoscope::module]] Leaf {
  int forward(int x);
};
struct [[autoscope::module]] Link {
  Leaf leaf;
  Link *next = nullptr;
  int forward(int more);
};
struct [[autoscope::module]] Self {
  Leaf leaf;
  int forward(int more);
};
#ifdef BODY
__attribute__((noinline)) int Leaf::forward(int x) { return x + 1; }
#else
__attribute__((noinline)) int Link::forward(int more) { return leaf.forward(more) + (next ? next->forward(more) : 0); }
__attribute__((noinline)) int Self::forward(int more) { return leaf.forward(more) + (more ? forward(more - 1) : 0); }
int main(int, char **arguments) {
  int count = atoi(arguments[1]);
  auto *links = new Link[count];
  for (int i = 1; i < count; ++i)
    links[i - 1].next = &links[i];
  int sum = links->forward(0) - count;
  delete[] links;
  return sum + Self().forward(count - 1) - count * (count + 1) / 2;
}
#endif
// TREE:       {{^}}Link Link 1 
// TREE-NEXT:  leaf Leaf 1 
// TREE-NEXT:  next Link 1 
// TREE-NEXT:  next.leaf Leaf 1 
// TREE-NEXT:  next.next Link 1 
// TREE:       {{^}}Self Self 1 
// TREE-NEXT:  leaf Leaf 900 
// TREE-NEXT:  {{^-}}
// LINKS:      one.tree:899{{$}}
// LINKS-NEXT: both.tree:899{{$}}
// ALL:        one.tree:1802{{$}}
// ALL-NEXT:   both.tree:1802{{$}}
// 1600 times Self and Leaf, 1000 and 999 of which have room; Link the same
// LOST: Lost: 2402 scopes nested deeper than the limit of 1000
