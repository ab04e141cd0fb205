// Shapes and types of a call's arguments are taken from their text, whatever damage it has.
#include "record/ArgumentText.h"

#include <gtest/gtest.h>

namespace autoscope::record {
namespace {

std::string visited(std::string_view shapes) {
  struct {
    std::string text;
    void open() { text += '('; }
    void size(int64_t value) { text += std::to_string(value) + ' '; }
    void close() { text += ')'; }
  } visitor;
  visitShapes(shapes, visitor);
  return visitor.text;
}

TEST(ArgumentText, ShapesAndTypes) {
  ArgumentText text = parseArgumentText("[[5, 3], []]\x1f"
                                        "float\x1f");
  EXPECT_EQ(text.shapes, "[[5, 3], []]");
  ASSERT_EQ(text.types.size(), 2u);
  EXPECT_EQ(text.types[0], "float");
  EXPECT_EQ(text.types[1], "");
  EXPECT_TRUE(parseArgumentText("").types.empty());
}

TEST(ArgumentText, ForPeople) {
  EXPECT_EQ(readableArguments("[[5, 3], []]\x1f"
                              "float\x1f"),
            "[[5, 3], []] float, -");
  EXPECT_EQ(readableArguments("[[5]]"), "[[5]]");
}

TEST(ArgumentText, DamageEndsTheShapesAndNothingElse) {
  EXPECT_EQ(visited("[[5, -3], [[1], []]]"), "((5 -3 )((1 )()))");
  EXPECT_EQ(visited("[[5, 3"), "((5 3 ))");
  EXPECT_EQ(visited("[[5], x]"), "((5 ))");
  EXPECT_EQ(visited("]]"), "");
  EXPECT_EQ(visited("7"), "");
  EXPECT_EQ(visited("[1][2]"), "(1 )");
  EXPECT_EQ(visited("[99999999999999999999999]").substr(0, 1), "(");
}

}  // namespace
}  // namespace autoscope::record
