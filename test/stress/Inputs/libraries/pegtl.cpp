// Library: PEGTL
// Package: tao-pegtl-dev
// Needs: tao/pegtl.hpp
// Flags: -std=c++17
#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze.hpp>
#include <tao/pegtl/contrib/json.hpp>
#include <tao/pegtl/contrib/parse_tree.hpp>

#include <iostream>

namespace pegtl = tao::pegtl;

namespace sum {
struct Number : pegtl::plus<pegtl::digit> {};
struct Space : pegtl::star<pegtl::space> {};
struct Operator : pegtl::one<'+', '-'> {};
struct Expression : pegtl::list<Number, Operator, pegtl::space> {};
struct Grammar : pegtl::must<Expression, pegtl::eof> {};
template <class Rule> struct Action : pegtl::nothing<Rule> {};
template <> struct Action<Number> {
  template <class Input> static void apply(const Input &in, int &total, int &sign) {
    total += sign * std::stoi(in.string());
  }
};
template <> struct Action<Operator> {
  template <class Input> static void apply(const Input &in, int &, int &sign) { sign = in.string() == "+" ? 1 : -1; }
};
}  // namespace sum

static void print(const pegtl::parse_tree::node &node, int depth) {
  std::cout << std::string(depth, ' ') << (node.is_root() ? "root" : node.type)
            << (node.has_content() ? " " + node.string() : "") << "\n";
  for (auto &child : node.children)
    print(*child, depth + 1);
}
template <class Rule>
using Selector = pegtl::parse_tree::selector<Rule, pegtl::parse_tree::store_content::on<sum::Number, sum::Operator>>;

int main() {
  for (std::string text : {"1 + 20 - 3", "1 + x"}) {
    int total = 0, sign = 1;
    pegtl::memory_input in(text, "text");
    try {
      std::cout << pegtl::parse<sum::Grammar, sum::Action>(in, total, sign) << total << "\n";
    } catch (const pegtl::parse_error &e) {
      std::cout << e.what() << "\n";
    }
  }
  pegtl::memory_input in("4+5", "tree");
  if (auto root = pegtl::parse_tree::parse<sum::Grammar, Selector>(in))
    print(*root, 0);
  pegtl::memory_input json(R"({"a": [1, 2.5e3, "x\n", true, null]})", "json");
  std::cout << pegtl::parse<pegtl::seq<pegtl::json::text, pegtl::eof>>(json) << pegtl::analyze<sum::Grammar>(-1)
            << "\n";
}
