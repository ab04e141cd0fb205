// Library: Boost.Spirit
// Package: libboost-dev
// Needs: boost/spirit/home/x3.hpp
// Flags: -std=c++17
#include <boost/fusion/include/adapt_struct.hpp>
#include <boost/fusion/include/std_pair.hpp>
#include <boost/phoenix.hpp>
#include <boost/spirit/home/x3.hpp>
#include <boost/spirit/include/karma.hpp>
#include <boost/spirit/include/qi.hpp>

#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace qi = boost::spirit::qi;
namespace x3 = boost::spirit::x3;
namespace karma = boost::spirit::karma;
namespace phx = boost::phoenix;

struct Employee {
  int age = 0;
  std::string name;
  double pay = 0;
};
BOOST_FUSION_ADAPT_STRUCT(Employee, age, name, pay)

template <class Iterator> struct Calculator : qi::grammar<Iterator, double(), qi::space_type> {
  Calculator() : Calculator::base_type(sum) {
    using namespace qi;
    sum = product[_val = _1] >> *(('+' >> product[_val += _1]) | ('-' >> product[_val -= _1]));
    product = factor[_val = _1] >> *(('*' >> factor[_val *= _1]) | ('/' >> factor[_val /= _1]));
    factor = double_[_val = _1] | ('(' >> sum[_val = _1] >> ')') | ('-' >> factor[_val = -_1]);
  }
  qi::rule<Iterator, double(), qi::space_type> sum, product, factor;
};

namespace grammar {
const x3::rule<class employee, Employee> employee = "employee";
const auto quoted = x3::lexeme['"' >> +(x3::char_ - '"') >> '"'];
const auto employee_def = x3::lit("employee") > '{' > x3::int_ > ',' > quoted > ',' > x3::double_ > '}';
BOOST_SPIRIT_DEFINE(employee)
const x3::rule<class value, int> value = "value";
const auto add = [](auto &context) { x3::_val(context) += x3::_attr(context); };
const auto value_def = x3::int_[add] >> *('+' >> x3::int_[add]);
BOOST_SPIRIT_DEFINE(value)
}  // namespace grammar

int main() {
  for (std::string text : {"1 + 2 * (3 - 4) / 5", "-(2*3)+10", "1 + * 2"}) {
    auto at = text.begin();
    double value = 0;
    bool whole =
        qi::phrase_parse(at, text.end(), Calculator<std::string::iterator>(), qi::space, value) && at == text.end();
    std::cout << text << " = " << value << " " << whole << "\n";
  }
  std::string pairs = "a=1, b=22 ,c=333";
  std::map<std::string, int> map;
  auto at = pairs.begin();
  qi::phrase_parse(at, pairs.end(), (+qi::alpha >> '=' >> qi::int_) % ',', qi::space, map);
  std::cout << karma::format((karma::string << "->" << karma::int_) % "; ", map) << "\n";
  for (std::string text : {R"(employee { 42, "Ada Lovelace", 1815.5 })", R"(employee { 42, Ada)"}) {
    auto begin = text.begin();
    Employee employee;
    try {
      bool matched = x3::phrase_parse(begin, text.end(), grammar::employee, x3::space, employee);
      std::cout << matched << employee.age << employee.name << employee.pay << "\n";
    } catch (const x3::expectation_failure<std::string::iterator> &e) {
      std::cout << "expected " << e.which() << " at " << e.where() - text.begin() << "\n";
    }
  }
  std::string sum = "1+20+300";
  auto begin = sum.begin();
  int total = 0;
  std::cout << x3::parse(begin, sum.end(), grammar::value, total) << total << "\n";
  std::vector<int> list = {3, 1, 2};
  std::for_each(list.begin(), list.end(), phx::if_(phx::arg_names::arg1 > 1)[std::cout << phx::arg_names::arg1 << ","]);
  x3::symbols<int> roman;
  roman.add("I", 1)("V", 5)("X", 10);
  std::string numeral = "XVI";
  std::vector<int> digits;
  begin = numeral.begin();
  x3::parse(begin, numeral.end(), +roman, digits);
  std::cout << digits.size() << digits[1] << "\n";
}
