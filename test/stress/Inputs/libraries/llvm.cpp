// Library: LLVM's headers
// Package: llvm-19-dev
// Needs: llvm/ADT/DenseMap.h
// LLVM: yes
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

static Expected<int> parse(StringRef text) {
  int value = 0;
  if (text.getAsInteger(10, value))
    return createStringError(inconvertibleErrorCode(), "no number: " + text);
  return value;
}

int main() {
  DenseMap<int, SmallVector<StringRef, 2>> map;
  for (auto [index, word] : enumerate(ArrayRef<StringRef>{"a", "bb", "ccc"}))
    map[static_cast<int>(word.size() % 2)].push_back(word);
  for (int key : {0, 1})
    outs() << key << ": " << join(map[key], ",") << "\n";
  StringMap<unsigned> counts;
  SmallVector<StringRef, 8> parts;
  StringRef("x=1;y=2;x=3").split(parts, ';');
  for (StringRef part : parts)
    counts[part.split('=').first] += 1;
  outs() << formatv("{0} {1,5} {2:x}\n", counts["x"], StringRef("r"), 255);
  APInt big(128, 1);
  big <<= 100;
  outs() << toString(big * 3, 10, false) << " " << big.countLeadingZeros() << "\n";
  for (StringRef text : {"42", "x"}) {
    if (auto value = parse(text))
      outs() << *value << "\n";
    else
      outs() << toString(value.takeError()) << "\n";
  }
  LLVMContext context;
  Module module("m", context);
  IRBuilder<> builder(context);
  auto *function = Function::Create(FunctionType::get(builder.getInt32Ty(), {builder.getInt32Ty()}, false),
                                    Function::ExternalLinkage, "twice", module);
  auto *entry = BasicBlock::Create(context, "entry", function);
  auto *other = BasicBlock::Create(context, "other", function);
  builder.SetInsertPoint(entry);
  Value *sum = builder.CreateAdd(function->getArg(0), function->getArg(0), "sum");
  builder.CreateCondBr(builder.CreateICmpEQ(sum, builder.getInt32(4)), other, other);
  builder.SetInsertPoint(other);
  builder.CreateRet(sum);
  using namespace PatternMatch;
  Value *left = nullptr;
  outs() << match(sum, m_Add(m_Value(left), m_Deferred(left))) << verifyModule(module, &outs()) << "\n";
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(function))
    outs() << block->getName() << " ";
  module.print(outs(), nullptr);
  if (auto value = json::parse(R"({"a": [1, true, null]})"))
    outs() << formatv("{0:2}", *value) << "\n";
  SetVector<int> set;
  for (int i : {3, 1, 3})
    set.insert(i);
  BitVector bits(10);
  bits.set(2, 5);
  outs() << set.size() << bits.count() << StringSwitch<int>("b").Case("a", 1).Cases("b", "c", 2).Default(0) << "\n";
}
