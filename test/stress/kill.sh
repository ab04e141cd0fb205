#!/bin/sh
# Kills recorded programs at N random moments (1000), and in N/10 interleavings of a thread with the writer, and shows that
# no scope is lost or doubled: test/stress/kill.sh BUILD [N] [SEED]
set -e
build=${1:?usage: kill.sh BUILD [N] [SEED]}
kills=${2:-1000}
TEST_KILLS=$kills TEST_INTERLEAVINGS=$((kills / 10 + 1)) TEST_SEED=${3:-$(date +%s)} \
  "$build/test/unit/collect/unit_collect" --gtest_filter='Kill.*'
