// The policy's table: who is instrumented, who is not and why, and whose skip must be said aloud.
#include "select/SelectionPolicy.h"

#include <gtest/gtest.h>

namespace {

using autoscope::Decision;
using autoscope::FilterRule;
using autoscope::FunctionFacts;
using autoscope::Options;
using autoscope::SelectionPolicy;
using autoscope::SkipReason;

FunctionFacts function(const char *name) {
  FunctionFacts facts;
  facts.qualifiedName = name;
  facts.displayName = std::string(name) + "()";
  facts.file = "/home/me/src/a.cpp";
  return facts;
}

Decision decide(const Options &options, const FunctionFacts &facts) {
  return SelectionPolicy(options).decide(facts);
}

void addRule(Options &options, FilterRule::Action action, const char *glob) {
  std::string why;
  ASSERT_TRUE(autoscope::filter::parseFilterRule(action, glob, options.rules, why)) << why;
}

TEST(SelectionPolicy, NothingIsAskedForByDefault) {
  Decision decision = decide({}, function("f"));
  EXPECT_EQ(decision.skip, SkipReason::NotRequested);
  EXPECT_FALSE(decision.askedByName);
}

TEST(SelectionPolicy, AllTakesUserCodeOnly) {
  Options options;
  options.all = true;
  EXPECT_TRUE(decide(options, function("f")).instrument());
  FunctionFacts facts = function("f");
  facts.inSystemHeader = true;
  EXPECT_EQ(decide(options, facts).skip, SkipReason::SystemHeader);
  options.systemHeaders = true;
  EXPECT_TRUE(decide(options, facts).instrument());
}

TEST(SelectionPolicy, AnAttributeAsksByName) {
  FunctionFacts facts = function("f");
  facts.scopeAttribute = true;
  EXPECT_TRUE(decide({}, facts).instrument());
  facts.addObstacle(SkipReason::Naked);
  Decision decision = decide({}, facts);
  EXPECT_EQ(decision.skip, SkipReason::Naked);
  EXPECT_TRUE(decision.askedByName);
}

TEST(SelectionPolicy, IgnoreWinsSilently) {
  Options options;
  options.all = true;
  FunctionFacts facts = function("f");
  facts.ignoreAttribute = true;
  Decision decision = decide(options, facts);
  EXPECT_EQ(decision.skip, SkipReason::Ignored);
  EXPECT_FALSE(decision.askedByName);
  facts.scopeAttribute = true;
  EXPECT_EQ(decide(options, facts).skip, SkipReason::Ignored);
  EXPECT_FALSE(decide(options, facts).askedByName);
}

TEST(SelectionPolicy, AnIncludeRuleThatNamesAnIgnoredFunctionIsSaidAloud) {
  FunctionFacts facts = function("f");
  facts.ignoreAttribute = true;
  Options named;
  addRule(named, FilterRule::Action::Include, "f");
  EXPECT_EQ(decide(named, facts).skip, SkipReason::Ignored);
  EXPECT_TRUE(decide(named, facts).askedByName);
  Options wild;
  addRule(wild, FilterRule::Action::Include, "f*");
  EXPECT_FALSE(decide(wild, facts).askedByName);
}

TEST(SelectionPolicy, ModulesNeedNoAnnotation) {
  FunctionFacts facts = function("Net::forward");
  facts.moduleForward = true;
  EXPECT_TRUE(decide({}, facts).instrument());
  facts.inSystemHeader = true;
  EXPECT_EQ(decide({}, facts).skip, SkipReason::NotRequested);
  facts.inSystemHeader = false;
  facts.addObstacle(SkipReason::Defaulted);
  EXPECT_FALSE(decide({}, facts).askedByName);
  facts.moduleMarkedByUser = true;
  EXPECT_TRUE(decide({}, facts).askedByName);
}

TEST(SelectionPolicy, AModulesForwardWithoutAnObjectHasAReasonOfItsOwn) {
  FunctionFacts facts = function("Net::forward");
  facts.moduleForwardWithoutObject = true;
  EXPECT_EQ(decide({}, facts).skip, SkipReason::NoObject);
  Options options;
  options.all = true;
  EXPECT_TRUE(decide(options, facts).instrument()) << "as the plain function that it is";
}

TEST(SelectionPolicy, TheLastRuleThatMatchesDecides) {
  Options options;
  addRule(options, FilterRule::Action::Include, "a::*");
  addRule(options, FilterRule::Action::Exclude, "a::b*");
  addRule(options, FilterRule::Action::Include, "a::bc");
  EXPECT_TRUE(decide(options, function("a::x")).instrument());
  EXPECT_EQ(decide(options, function("a::b")).skip, SkipReason::Excluded);
  EXPECT_TRUE(decide(options, function("a::bc")).instrument());
  EXPECT_TRUE(decide(options, function("a::bc")).askedByName);
  EXPECT_FALSE(decide(options, function("a::x")).askedByName);
  EXPECT_EQ(decide(options, function("other")).skip, SkipReason::NotRequested);
}

TEST(SelectionPolicy, RulesMatchFilesToo) {
  Options options;
  options.all = true;
  addRule(options, FilterRule::Action::Exclude, "file:src/*");
  EXPECT_EQ(decide(options, function("f")).skip, SkipReason::Excluded);
}

TEST(SelectionPolicy, AnExcludeRuleBeatsAnAttributeWithoutAWarning) {
  Options options;
  addRule(options, FilterRule::Action::Exclude, "f");
  FunctionFacts facts = function("f");
  facts.scopeAttribute = true;
  Decision decision = decide(options, facts);
  EXPECT_EQ(decision.skip, SkipReason::Excluded);
  EXPECT_FALSE(decision.askedByName);
}

TEST(SelectionPolicy, WhatCostsLessThanAScopeIsLeftOut) {
  Options options;
  options.all = true;
  options.minStatements = 3;
  FunctionFacts facts = function("f");
  facts.statements = 2;
  EXPECT_TRUE(decide(options, facts).instrument()) << "the body is not known yet";
  facts.bodyKnown = true;
  EXPECT_EQ(decide(options, facts).skip, SkipReason::TooSmall);
  facts.hasLoop = true;
  EXPECT_TRUE(decide(options, facts).instrument());
  facts.hasLoop = false;
  facts.callsOut = true;
  EXPECT_TRUE(decide(options, facts).instrument());
  facts.callsOut = false;
  facts.isMain = true;
  EXPECT_TRUE(decide(options, facts).instrument());
  facts.isMain = false;
  facts.statements = 3;
  EXPECT_TRUE(decide(options, facts).instrument());
}

TEST(SelectionPolicy, WhatTheUserNamedIsNeverTooSmall) {
  FunctionFacts facts = function("f");
  facts.bodyKnown = true;
  Options options;
  options.all = true;
  ASSERT_EQ(decide(options, facts).skip, SkipReason::TooSmall) << "by default";
  addRule(options, FilterRule::Action::Include, "f*");
  addRule(options, FilterRule::Action::Include, "file:a.cpp");
  EXPECT_EQ(decide(options, facts).skip, SkipReason::TooSmall) << "a wildcard or a file names no function";
  addRule(options, FilterRule::Action::Include, "f");
  EXPECT_TRUE(decide(options, facts).instrument());
  options.rules.clear();
  facts.scopeAttribute = true;
  EXPECT_TRUE(decide(options, facts).instrument());
  facts.scopeAttribute = false;
  facts.moduleForward = true;
  EXPECT_TRUE(decide(options, facts).instrument());
}

TEST(SelectionPolicy, ATemplateAskedForByNameIsNoSkipToWarnAbout) {
  FunctionFacts facts = function("f");
  facts.scopeAttribute = true;
  facts.addObstacle(SkipReason::Dependent);
  EXPECT_FALSE(decide({}, facts).askedByName);
}

TEST(SelectionPolicy, EveryReasonHasANameAndAText) {
  for (std::size_t i = 0; i < autoscope::skipReasonCount; ++i) {
    EXPECT_STRNE(autoscope::skipReasonName(static_cast<SkipReason>(i)), "");
    EXPECT_STRNE(autoscope::skipReasonText(static_cast<SkipReason>(i)), "");
  }
}

}  // namespace
