// Library: Catch2
// Package: catch2
// Needs: catch2/catch.hpp
// Flags: -std=c++17
// Arguments: --durations no --order lex
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

#include <vector>

TEST_CASE("vectors can be sized", "[vector]") {
  std::vector<int> v(5);
  REQUIRE(v.size() == 5);
  SECTION("bigger") {
    v.resize(10);
    CHECK(v.size() == 10);
  }
  SECTION("smaller") {
    v.resize(0);
    CHECK(v.capacity() >= 5);
    CHECK(v.size() == 1);  // fails
  }
}
TEMPLATE_TEST_CASE("types", "[template]", int, double, char) {
  CHECK(sizeof(TestType) > 1);
}
SCENARIO("a scenario") {
  GIVEN("a number") {
    auto i = GENERATE(1, 2, 3);
    WHEN("doubled") {
      THEN("it is even") {
        CHECK(i * 2 % 2 == 0);
      }
    }
  }
}
TEST_CASE("matchers") {
  using Catch::Matchers::Contains;
  CHECK_THAT("hello world", Contains("world") && !Contains("moon"));
  CHECK(1.0 / 3 == Approx(0.3333).epsilon(0.01));
  CHECK_THROWS_AS(throw std::runtime_error("x"), std::runtime_error);
  CHECK_THROWS_WITH(throw std::runtime_error("x"), "y");  // fails
  CHECK_NOTHROW(std::vector<int>(3));
  std::vector<int> a{1, 2}, b{2, 1};
  CHECK_THAT(a, Catch::UnorderedEquals(b));
}
TEST_CASE("an exception escapes") {
  throw std::logic_error("escaped");
}
