// Library: doctest
// Package: doctest-dev
// Needs: doctest/doctest.h
// Flags: -std=c++14
// Arguments: --no-version --duration=false
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <string>
#include <vector>

static int factorial(int n) {
  return n <= 1 ? 1 : factorial(n - 1) * n;
}

TEST_CASE("factorial") {
  CHECK(factorial(5) == 120);
  CHECK(factorial(0) == 0);  // fails
  SUBCASE("one") {
    CHECK(factorial(1) == 1);
  }
  SUBCASE("many") {
    SUBCASE("ten") {
      CHECK(factorial(10) == 3628800);
    }
    SUBCASE("three") {
      CHECK_EQ(factorial(3), 6);
    }
  }
}
TEST_CASE_TEMPLATE("types", T, int, double, std::string) {
  CHECK(T() == T());
}
TEST_SUITE("errors") {
  TEST_CASE("thrown") {
    CHECK_THROWS_WITH_AS(throw std::runtime_error("what"), "what", std::runtime_error);
  }
  TEST_CASE("escaped" * doctest::should_fail()) {
    throw 5;
  }
  TEST_CASE("approximate") {
    CHECK(1.0 / 3 == doctest::Approx(0.3333).epsilon(0.001));
  }
}
