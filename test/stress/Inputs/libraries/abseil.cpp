// Library: abseil
// Package: libabsl-dev
// Needs: absl/strings/str_cat.h
// Flags: -std=c++17 -pthread
// Link: -labsl_raw_hash_set -labsl_hash -labsl_city -labsl_low_level_hash -labsl_hashtablez_sampler -labsl_status
// -labsl_statusor -labsl_cord -labsl_cord_internal -labsl_cordz_info -labsl_cordz_handle -labsl_cordz_functions
// -labsl_time -labsl_time_zone -labsl_civil_time -labsl_str_format_internal -labsl_strings -labsl_strings_internal
// -labsl_synchronization -labsl_throw_delegate -labsl_int128 -labsl_base -labsl_raw_logging_internal
// -labsl_random_seed_sequences -labsl_random_internal_randen -labsl_random_internal_randen_hwaes
// -labsl_random_internal_randen_hwaes_impl -labsl_random_internal_randen_slow -labsl_random_internal_platform
// -labsl_random_internal_seed_material -labsl_random_internal_pool_urbg -labsl_random_distributions
// -labsl_bad_optional_access -labsl_bad_variant_access
#include <absl/algorithm/container.h>
#include <absl/container/btree_map.h>
#include <absl/container/fixed_array.h>
#include <absl/container/flat_hash_map.h>
#include <absl/container/inlined_vector.h>
#include <absl/container/node_hash_set.h>
#include <absl/functional/any_invocable.h>
#include <absl/functional/bind_front.h>
#include <absl/functional/function_ref.h>
#include <absl/numeric/int128.h>
#include <absl/random/random.h>
#include <absl/status/statusor.h>
#include <absl/strings/cord.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>
#include <absl/strings/str_join.h>
#include <absl/strings/str_replace.h>
#include <absl/strings/str_split.h>
#include <absl/strings/substitute.h>
#include <absl/synchronization/mutex.h>
#include <absl/time/time.h>
#include <absl/types/span.h>
#include <absl/types/variant.h>

#include <iostream>
#include <thread>

static absl::StatusOr<int> half(int x) {
  if (x % 2)
    return absl::InvalidArgumentError(absl::StrCat(x, " is odd"));
  return x / 2;
}
static int apply(absl::FunctionRef<int(int)> f) {
  return f(20);
}

int main() {
  absl::flat_hash_map<std::string, int> ages = {{"ann", 3}, {"bob", 4}};
  ages["cid"] += 5;
  absl::btree_map<std::string, int> sorted(ages.begin(), ages.end());
  std::cout << absl::StrJoin(sorted, ";", absl::PairFormatter("=")) << "\n";
  for (absl::string_view part : absl::StrSplit("a,b,,c", ',', absl::SkipEmpty()))
    std::cout << part << "|";
  std::cout << absl::StrFormat("%05d %-6s|%.3f|%x", 42, "ab", 2.5, 255) << absl::Substitute("$1-$0", 1, "x") << "\n";
  for (int i : {8, 7}) {
    absl::StatusOr<int> result = half(i);
    std::cout << (result.ok() ? absl::StrCat(*result) : result.status().ToString()) << "\n";
  }
  absl::Cord cord("hello ");
  cord.Append(absl::string_view(std::string(100, 'x')));
  cord.Prepend("> ");
  std::cout << cord.size() << cord.Subcord(0, 9) << absl::StrReplaceAll("aXbX", {{"X", "--"}}) << "\n";
  absl::InlinedVector<std::string, 2> inlined = {"p", "q", "r"};
  absl::FixedArray<int> fixed(5, 7);
  absl::node_hash_set<int> set(fixed.begin(), fixed.end());
  std::cout << inlined.size() << set.size() << absl::c_accumulate(fixed, 0) << apply([](int i) { return i * 2; })
            << "\n";
  absl::AnyInvocable<int(int) &&> any = absl::bind_front([](int a, int b) { return a - b; }, 100);
  std::cout << std::move(any)(1) << " " << absl::MakeUint128(1, 2) << " " << absl::Hours(25) + absl::Milliseconds(5)
            << "\n";
  std::cout << absl::FormatTime("%Y-%m-%d", absl::FromUnixSeconds(1764374400), absl::UTCTimeZone())
            << absl::CivilDay(2024, 2, 30) << "\n";
  absl::Mutex mutex;
  int turns = 0;
  std::thread thread([&] {
    absl::MutexLock lock(&mutex);
    ++turns;
  });
  mutex.LockWhen(absl::Condition(+[](int *t) { return *t == 1; }, &turns));
  mutex.Unlock();
  thread.join();
  std::seed_seq seed{1, 2, 3};
  absl::BitGen random(seed);
  int in = 0;
  for (int i = 0; i < 100; ++i)
    in += absl::Uniform(random, 0, 10) < 10;
  absl::variant<int, std::string> variant = "v";
  absl::Span<const int> span(fixed);
  std::cout << turns << in << absl::visit([](const auto &v) { return absl::StrCat(v); }, variant)
            << span.subspan(1, 2).size() << "\n";
  int number = 0;
  std::cout << absl::SimpleAtoi(" 77 ", &number) << number << "\n";
}
