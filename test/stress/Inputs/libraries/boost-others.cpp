// Library: Boost: containers, graph, multiprecision, proto, msm, variant
// Package: libboost-dev
// Needs: boost/graph/adjacency_list.hpp
// Flags: -std=c++17
#include <boost/accumulators/accumulators.hpp>
#include <boost/accumulators/statistics.hpp>
#include <boost/algorithm/string.hpp>
#include <boost/any.hpp>
#include <boost/bimap.hpp>
#include <boost/container/flat_map.hpp>
#include <boost/container/small_vector.hpp>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/icl/interval_map.hpp>
#include <boost/intrusive/list.hpp>
#include <boost/lexical_cast.hpp>
#include <boost/mp11.hpp>
#include <boost/msm/back/state_machine.hpp>
#include <boost/msm/front/state_machine_def.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ordered_index.hpp>
#include <boost/multi_index/sequenced_index.hpp>
#include <boost/multi_index_container.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <boost/proto/proto.hpp>
#include <boost/signals2.hpp>
#include <boost/variant.hpp>
#include <boost/xpressive/xpressive.hpp>

#include <iostream>

namespace mi = boost::multi_index;
namespace msm = boost::msm;
namespace mp = boost::multiprecision;
namespace acc = boost::accumulators;

struct Play {};
struct Stop {};
struct PlayerDef : msm::front::state_machine_def<PlayerDef> {
  struct Empty : msm::front::state<> {
    template <class E, class F> void on_entry(const E &, F &) { std::cout << "empty\n"; }
  };
  struct Playing : msm::front::state<> {
    template <class E, class F> void on_entry(const E &, F &) { std::cout << "playing\n"; }
  };
  using initial_state = Empty;
  void start(const Play &) { std::cout << "start\n"; }
  void stop(const Stop &) { std::cout << "stop\n"; }
  struct transition_table : boost::mpl::vector<a_row<Empty, Play, Playing, &PlayerDef::start>,
                                               a_row<Playing, Stop, Empty, &PlayerDef::stop>> {};
  template <class F, class E> void no_transition(const E &, F &, int state) {
    std::cout << "none in " << state << "\n";
  }
};

struct Node : boost::intrusive::list_base_hook<> {
  explicit Node(int v) : value(v) {}
  int value;
};
struct Row {
  int id;
  std::string name;
};
struct Print : boost::static_visitor<std::string> {
  template <class T> std::string operator()(const T &value) const { return boost::lexical_cast<std::string>(value); }
};

int main() {
  msm::back::state_machine<PlayerDef> player;
  player.start();
  player.process_event(Play());
  player.process_event(Play());
  player.process_event(Stop());

  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, boost::no_property,
                                      boost::property<boost::edge_weight_t, int>>;
  Graph graph(5);
  for (int i = 0; i < 4; ++i)
    boost::add_edge(i, i + 1, i + 1, graph), boost::add_edge(0, i + 1, 4, graph);
  std::vector<int> distance(5);
  boost::dijkstra_shortest_paths(graph, 0, boost::distance_map(&distance[0]));
  for (int d : distance)
    std::cout << d << " ";

  mp::cpp_int factorial = 1;
  for (int i = 2; i <= 60; ++i)
    factorial *= i;
  std::cout << factorial << " " << factorial % 1000003 << " " << mp::sqrt(mp::cpp_bin_float_50(2)) << "\n";

  mi::multi_index_container<
      Row, mi::indexed_by<mi::ordered_unique<mi::member<Row, int, &Row::id>>,
                          mi::ordered_non_unique<mi::member<Row, std::string, &Row::name>>, mi::sequenced<>>>
      table;
  table.insert({3, "c"});
  table.insert({1, "z"});
  table.insert({2, "a"});
  for (const Row &row : table.get<1>())
    std::cout << row.id << row.name << " ";

  boost::variant<int, std::string, double> variant = 2.5;
  std::cout << boost::apply_visitor(Print(), variant);
  variant = "text";
  std::cout << boost::apply_visitor(Print(), variant) << "\n";
  try {
    (void)boost::lexical_cast<int>("12x");
  } catch (const boost::bad_lexical_cast &e) {
    std::cout << e.what() << "\n";
  }
  boost::signals2::signal<int(int)> signal;
  signal.connect([](int i) { return i + 1; });
  signal.connect([](int i) { return i * 2; });
  std::cout << *signal(20) << "\n";
  boost::intrusive::list<Node> list;
  Node one(1), two(2);
  list.push_back(two);
  list.push_front(one);
  for (Node &node : list)
    std::cout << node.value;
  list.clear();
  acc::accumulator_set<double, acc::stats<acc::tag::mean, acc::tag::variance, acc::tag::median>> statistics;
  for (int i = 0; i < 10; ++i)
    statistics(i * i);
  std::cout << " " << acc::mean(statistics) << " " << acc::variance(statistics) << " " << acc::median(statistics)
            << "\n";
  using namespace boost::xpressive;
  std::string text = "2026-11-29";
  smatch what;
  sregex date = (s1 = repeat<4>(_d)) >> '-' >> (s2 = +_d) >> '-' >> (s3 = +_d);
  if (regex_match(text, what, date))
    std::cout << what[1] << "/" << what[2] << "/" << what[3] << "\n";
  boost::icl::interval_map<int, int> intervals;
  intervals += std::make_pair(boost::icl::interval<int>::closed(1, 5), 1);
  intervals += std::make_pair(boost::icl::interval<int>::closed(3, 9), 2);
  std::cout << intervals << "\n";
  boost::container::flat_map<std::string, int> flat{{"b", 2}, {"a", 1}};
  boost::container::small_vector<int, 2> small{1, 2, 3};
  boost::bimap<int, std::string> both;
  both.insert({1, "one"});
  std::cout << flat.begin()->first << small.size() << both.right.at("one")
            << boost::algorithm::to_upper_copy(std::string("upper")) << "\n";
  boost::mp11::mp_for_each<boost::mp11::mp_list<int, char, double>>([](auto v) { std::cout << sizeof(v); });
  boost::proto::display_expr(boost::proto::lit(1) + boost::proto::lit(2) * boost::proto::lit(3));
}
