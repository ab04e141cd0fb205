// Reads the expression of `[[autoscope::flops(2.0 * m * n * k)]]` in the function it belongs to.
//
// Numbers, parameters, members, constants and enumerators by name, `this`, member access, calls of member functions,
// subscripts, + - * / %, parentheses and casts. All arithmetic is in double, so that nothing overflows; the quotient of
// two integers is cut as in C++, and 0 where there is none.
//
// On the compiler's thread, for a concrete definition that gets a scope. What cannot be read is a sentence, and nothing
// of the unit changes.
#ifndef AUTOSCOPE_PLUGIN_SHAPES_FLOPSEXPRESSION_H
#define AUTOSCOPE_PLUGIN_SHAPES_FLOPSEXPRESSION_H

#include "../insert/NodeBuilder.h"
#include "../insert/RuntimeLookup.h"

#include <string>
#include <vector>

namespace clang {
class Sema;
}  // namespace clang

namespace autoscope {

class FlopsExpression {
public:
  // `at`: the place of the attribute.
  FlopsExpression(clang::Sema &sema, const RuntimeDeclarations &runtime, clang::FunctionDecl *function,
                  clang::SourceLocation at);

  // A double; null: problem() says why.
  clang::Expr *read(llvm::StringRef text);
  const std::string &problem() const { return problem_; }

private:
  // Either as the program has it, or computed: a double.
  struct Value {
    clang::Expr *expression = nullptr;
    bool isInteger = false;
    bool isComputed = false;
  };

  void split(llvm::StringRef text);
  bool takes(llvm::StringRef token);
  bool expects(llvm::StringRef token);
  Value fail(const std::string &sentence);
  Value sum();
  Value product();
  Value unary();
  Value postfix();
  Value primary();
  Value named(const std::string &name);
  Value literal(const std::string &text);
  Value member(Value object, bool arrow);
  Value call(Value function);
  Value subscript(Value array);
  // The number of tokens from here on that name an arithmetic type, and whether it is an integer's.
  unsigned typeTokens(bool &isInteger) const;
  Value converted(Value value, bool toInteger);
  Value combine(Value first, char sign, Value second);
  // As a double; a problem if it is no number.
  clang::Expr *number(Value value);
  clang::Expr *native(Value value);

  clang::Sema &sema_;
  const RuntimeDeclarations &runtime_;
  NodeBuilder build_;
  std::vector<std::string> tokens_;
  std::size_t next_ = 0;
  unsigned depth_ = 0;
  std::string problem_;
};

}  // namespace autoscope

#endif
