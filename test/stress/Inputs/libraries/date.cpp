// Library: Howard Hinnant's date
// Package: libhowardhinnant-date-dev
// Needs: date/date.h
// Flags: -std=c++17
#include <date/date.h>
#include <date/iso_week.h>
#include <date/julian.h>

#include <iostream>
#include <sstream>

using namespace date;
using namespace std::chrono;

constexpr auto leapDay = 2024_y / February / last;
static_assert(leapDay.day() == 29_d);
static_assert(sys_days(1970_y / 1 / 1).time_since_epoch() == days(0));
static_assert(weekday(2026_y / November / 29) == Sunday);

int main() {
  auto day = 2026_y / November / 29_d;
  std::cout << day << " " << weekday(sys_days(day)) << " " << year_month_weekday(sys_days(day)) << "\n";
  std::cout << day + months(3) << " " << (sys_days(day) + days(100)) << " " << sys_days(day) - sys_days(2000_y / 1 / 1)
            << "\n";
  std::cout << iso_week::year_weeknum_weekday(sys_days(day)) << " " << julian::year_month_day(sys_days(day)) << "\n";
  std::cout << format("%A, %d %B %Y %T %z", sys_days(day) + hours(5) + milliseconds(1234)) << "\n";
  for (std::string text : {"2026-02-28 12:34:56.789", "2026-02-30 00:00:00", "nonsense"}) {
    std::istringstream in(text);
    sys_time<milliseconds> time;
    in >> parse("%F %T", time);
    if (in)
      std::cout << time << " " << make_time(time - floor<days>(time)) << "\n";
    else
      std::cout << "no time: " << text << "\n";
  }
  int fridays = 0;
  for (auto ym = 2026_y / January; ym <= 2026_y / December; ym += months(1))
    fridays += weekday(ym / 13) == Friday;
  std::cout << fridays << " " << (2026_y / May / Sunday[2]) << " " << (2023_y / 2 / 29).ok() << "\n";
}
