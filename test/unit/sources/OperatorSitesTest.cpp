// Every name of an operator has one site, whichever thread comes first, whose text names no place; names without end do
// not fill the memory.
#include "sources/torch/OperatorSites.h"

#include "record/SiteText.h"

#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace autoscope::torch_operators {
namespace {

record::SiteText textOf(const __autoscope_site *site) {
  std::optional<record::SiteText> text = record::parseSiteText(site->__info);
  EXPECT_TRUE(text);
  return text.value_or(record::SiteText());
}

// What they make stays for good, and so do they: else LeakSanitizer misses it.
OperatorSites *keptSites() {
  static auto &all = *new std::vector<std::unique_ptr<OperatorSites>>;
  return all.emplace_back(std::make_unique<OperatorSites>()).get();
}

TEST(OperatorSites, OneForEachNameAndKind) {
  OperatorSites *sites = keptSites();
  __autoscope_site *mm = sites->of("aten::mm", Kind::Operator);
  ASSERT_NE(mm, nullptr);
  std::string again = "aten::mm and more";
  EXPECT_EQ(sites->of(std::string_view(again).substr(0, 8), Kind::Operator), mm);
  std::set<__autoscope_site *> different = {mm, sites->of("aten::mm", Kind::Annotation),
                                            sites->of("aten::mul", Kind::Operator), sites->of("", Kind::Operator),
                                            sites->of(again, Kind::Operator)};
  EXPECT_EQ(different.size(), 5u);
  EXPECT_EQ(different.count(nullptr), 0u);
}

TEST(OperatorSites, TextIsHonest) {
  OperatorSites *sites = keptSites();
  record::SiteText text = textOf(sites->of("aten::conv2d", Kind::Operator));
  EXPECT_EQ(text.name, "aten::conv2d");
  EXPECT_EQ(text.qualifiedName, "aten::conv2d");
  EXPECT_EQ(text.file, "");
  EXPECT_EQ(text.line, 0u);
  EXPECT_FALSE(text.module);
  EXPECT_FALSE(text.namedByUser());
  EXPECT_FALSE(text.ofAnnotation());

  text = textOf(sites->of(std::string_view("a\x1f"
                                           "b\0c",
                                           5),
                          Kind::Annotation));
  EXPECT_EQ(text.name, "a?b?c");
  EXPECT_TRUE(text.namedByUser());
  EXPECT_TRUE(text.ofAnnotation());
  EXPECT_EQ(textOf(sites->of("", Kind::Annotation)).name, "(no name)");
}

TEST(OperatorSites, WhatTorchHidesIsFiltered) {
  OperatorSites *sites = keptSites();
  for (const char *name : {"profiler::_record_function_enter", "profiler::_record_function_enter_new",
                           "profiler::_record_function_exit", "aten::is_leaf", "aten::output_nr", "aten::_version"}) {
    EXPECT_EQ(sites->of(name, Kind::Operator)->__id, __autoscope_filtered) << name;
    EXPECT_EQ(sites->of(name, Kind::Annotation)->__id, 0u) << name;
  }
  for (const char *name : {"aten::is_leaf_", "aten::detach", "profiler::_record_function"})
    EXPECT_EQ(sites->of(name, Kind::Operator)->__id, 0u) << name;
}

TEST(OperatorSites, ThreadsGetTheSame) {
  OperatorSites *sites = keptSites();
  constexpr size_t names = 2000;
  std::vector<std::vector<__autoscope_site *>> found(4, std::vector<__autoscope_site *>(names));
  std::vector<std::thread> threads;
  for (size_t thread = 0; thread < found.size(); ++thread)
    threads.emplace_back([&, thread] {
      for (size_t i = 0; i < names; ++i) {
        size_t name = thread % 2 ? names - 1 - i : i;
        found[thread][name] = sites->of("aten::op" + std::to_string(name), Kind::Operator);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const auto &each : found)
    EXPECT_EQ(each, found[0]);
  EXPECT_EQ(std::set<__autoscope_site *>(found[0].begin(), found[0].end()).size(), names);
}

TEST(OperatorSites, NamesWithoutEnd) {
  OperatorSites *sites = keptSites();
  for (size_t i = 0; i < OperatorSites::most; ++i)
    ASSERT_NE(sites->of("step " + std::to_string(i), Kind::Annotation), nullptr);
  EXPECT_EQ(sites->of("one more", Kind::Annotation), nullptr);
  EXPECT_NE(sites->of("step 17", Kind::Annotation), nullptr);
}

}  // namespace
}  // namespace autoscope::torch_operators
