#if defined(__clang__)
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif
// The C functions under autoscope/profile.h, event_list.h and record_function.h, whose classes are for people.
//
// No C++ type crosses the border of libautoscope, so programs may use another standard library than it does. Results
// and lists are immutable and reference counted by their owner's one handle: any thread may read them. Nothing here
// throws. Append members and functions, never reorder: `size` is sizeof as the caller compiled it. C++11 and later.
#ifndef AUTOSCOPE_DETAIL_RESULTS_ABI_H
#define AUTOSCOPE_DETAIL_RESULTS_ABI_H

#include <stddef.h>
#include <stdint.h>

#define AUTOSCOPE_PUBLIC_FUNCTION __attribute__((visibility("default")))

extern "C" {

// In autoscope_options::recorded. A bit that is not set leaves the matter to the environment.
enum : unsigned {
  autoscope_records_input_shapes = 1,
  autoscope_records_flop_counts = 2,
  autoscope_records_operators = 4,
  autoscope_records_memory = 8,
  autoscope_records_devices = 16,
};

enum autoscope_failure_kind : unsigned {
  autoscope_no_failure = 0,
  autoscope_bad_usage = 1,
  autoscope_no_result = 2,
  autoscope_is_running = 3,
  autoscope_was_not_recorded = 4,
  autoscope_other_failure = 5,
};

// What went wrong. Both texts are the caller's, who gives them back by autoscope_free.
struct autoscope_failure {
  unsigned kind;
  char *text;     // one sentence; null: there was no memory for it
  char *choices;  // what is valid, one a line; null: no list
};

struct autoscope_options;
struct autoscope_result;  // a recorded window, or several
struct autoscope_list;    // rows

// In autoscope_row::present and ::flags.
enum : unsigned {
  autoscope_has_device_time = 1,
  autoscope_has_cpu_memory = 2,
  autoscope_has_device_memory = 4,
  autoscope_has_sequence = 8,
  autoscope_has_parent = 16,
  autoscope_has_forward_thread = 32,
};
enum : unsigned {
  autoscope_row_is_async = 1,
  autoscope_row_is_top_level = 2,
  autoscope_row_is_annotation = 4,
  autoscope_row_is_finished = 8,
};

// Texts live as long as their list and are never null.
struct autoscope_row {
  unsigned size, present, flags, thread_id;
  const char *key, *name, *trace_name, *input_shapes, *module, *thread;
  size_t frames, types;  // autoscope_list_item
  int64_t count;
  int64_t cpu_ns, self_cpu_ns, device_ns, self_device_ns;
  int64_t cpu_memory, self_cpu_memory, device_memory, self_device_memory;
  uint64_t flops;
  int64_t min_ns, max_ns, p50_ns, p90_ns, p99_ns;
  double stddev_ns;
  int64_t start_ns, end_ns;
  int64_t sequence;
  size_t parent;
  int64_t forward_thread;
};

struct autoscope_grouping {
  unsigned size;
  unsigned by;  // bits: 1 shape, 2 module, 4 thread
  unsigned stack_n;
};

struct autoscope_table {
  unsigned size;
  unsigned flags;                                  // bits: 1 top level only, 2 units as torch 1.13 writes them
  const char *sort_by;                             // null or empty: order of the first call
  int64_t row_limit;                               // negative: all
  int64_t source_width, name_width, shapes_width;  // at most; negative: unlimited
  const char *header;                              // null: none
  const char *time_unit;                           // "s", "ms", "us"; else by size
  const char *columns;                             // further ones, one a line; null: none
};

// Top-level members of a trace, beside its own.
struct autoscope_metadata {
  const char *name, *json;
};

struct autoscope_export {
  unsigned size;
  unsigned kind;  // 1 Chrome trace, 2 stacks, 3 memory over time
  const char *path;
  const char *metric;  // of stacks; of memory the device: "cpu", "cuda:0"
  const struct autoscope_metadata *metadata;
  size_t metadata_count;
};

// What a profile's `output` and `report` ask for, when its session has ended.
struct autoscope_product {
  unsigned size;
  const char *session, *path, *report;  // path and report: null: none
  const struct autoscope_metadata *metadata;
  size_t metadata_count;
};

struct autoscope_facts {
  unsigned size;
  uint64_t window_ns, scopes, lost_scopes;
};

struct autoscope_step {
  int64_t number, wall_ns, cpu_ns;
  int64_t start_ns;        // of CLOCK_MONOTONIC
  int64_t device_busy_ns;  // negative: not known
};

// One profile at a time, also while it waits. Null, or why not. `owner` may claim once more.
AUTOSCOPE_PUBLIC_FUNCTION const char *autoscope_claim(const void *owner);
AUTOSCOPE_PUBLIC_FUNCTION void autoscope_release(const void *owner);

// Does beforehand what a start with these bits of autoscope_options::recorded would do first, and says, once, which of
// them nothing is there for; records nothing.
AUTOSCOPE_PUBLIC_FUNCTION void autoscope_prepare(unsigned recorded);

// Non-zero: the options could be those of a window. Else `failure` says which member cannot be.
AUTOSCOPE_PUBLIC_FUNCTION int autoscope_options_check(const struct autoscope_options *wanted,
                                                      autoscope_failure *failure);
// A window of a profile begins, as autoscope_start begins a recording, under the number that comes back. Zero: see
// `failure`, of kind autoscope_is_running where another recording is in the way. `forked`: the output of children of
// fork; null or empty: they are not recorded.
AUTOSCOPE_PUBLIC_FUNCTION uint64_t autoscope_window_start(const struct autoscope_options *wanted, const char *forked,
                                                          autoscope_failure *failure);
// It ends, unless it has before, which is a failure. Returns non-zero when its session is complete.
AUTOSCOPE_PUBLIC_FUNCTION int autoscope_window_stop(uint64_t number, autoscope_failure *failure);
// Whether scopes are taken, within the window; number 0: within whatever is recorded. Zero: see `failure`.
AUTOSCOPE_PUBLIC_FUNCTION int autoscope_window_toggle(uint64_t number, unsigned enable, autoscope_failure *failure);

// One line on standard error; `once` != 0: only the first time that this number is said in the process.
AUTOSCOPE_PUBLIC_FUNCTION void autoscope_say(const char *sentence, unsigned once);

// The file that a profile with this `output` records into; null or empty: one of its own in TMPDIR, or /tmp. `product`:
// the absolute name of the output, or null. Null: see `failure`.
AUTOSCOPE_PUBLIC_FUNCTION char *autoscope_session_for(const char *output, char **product, autoscope_failure *failure);
// Returns non-zero when all of it is written.
AUTOSCOPE_PUBLIC_FUNCTION int autoscope_produce(const struct autoscope_product *wanted, autoscope_failure *failure);
// 32 hexadecimal digits by chance.
AUTOSCOPE_PUBLIC_FUNCTION char *autoscope_trace_id(void);
// `how`: 1 the text as a JSON string; 2 the text itself, if it is JSON. Null: see `failure`.
AUTOSCOPE_PUBLIC_FUNCTION char *autoscope_json(const char *text, size_t length, unsigned how,
                                               autoscope_failure *failure);

// `flags`: 1 removes the file, which stays mapped; 2 its rows have stacks. Null: see `failure`.
AUTOSCOPE_PUBLIC_FUNCTION autoscope_result *autoscope_result_open(const char *session, unsigned flags,
                                                                  autoscope_failure *failure);
// Rows of several windows together. The parts stay the caller's.
AUTOSCOPE_PUBLIC_FUNCTION autoscope_result *autoscope_result_join(autoscope_result *const *parts, size_t count,
                                                                  autoscope_failure *failure);
AUTOSCOPE_PUBLIC_FUNCTION int autoscope_result_facts(autoscope_result *result, struct autoscope_facts *facts,
                                                     autoscope_failure *failure);
AUTOSCOPE_PUBLIC_FUNCTION void autoscope_result_free(autoscope_result *result);
AUTOSCOPE_PUBLIC_FUNCTION void autoscope_list_free(autoscope_list *list);
AUTOSCOPE_PUBLIC_FUNCTION void autoscope_free(void *memory);

AUTOSCOPE_PUBLIC_FUNCTION autoscope_list *autoscope_events(autoscope_result *result, autoscope_failure *failure);
AUTOSCOPE_PUBLIC_FUNCTION autoscope_list *
autoscope_averages(autoscope_result *result, const struct autoscope_grouping *grouping, autoscope_failure *failure);
AUTOSCOPE_PUBLIC_FUNCTION size_t autoscope_list_size(const autoscope_list *list);
// Fills what row->size covers; zero: there is no such row.
AUTOSCOPE_PUBLIC_FUNCTION int autoscope_list_row(const autoscope_list *list, size_t index, struct autoscope_row *row);
// `what`: 1 a frame of its stack, innermost first; 2 a type of its arguments. Null: there is none.
AUTOSCOPE_PUBLIC_FUNCTION const char *autoscope_list_item(const autoscope_list *list, size_t index, unsigned what,
                                                          size_t number);
// One row: sums over all.
AUTOSCOPE_PUBLIC_FUNCTION autoscope_list *autoscope_list_total(const autoscope_list *list, autoscope_failure *failure);
// Texts that the caller gives back by autoscope_free; null: see `failure`. `format`: 1 JSON, 2 CSV.
AUTOSCOPE_PUBLIC_FUNCTION char *autoscope_list_table(const autoscope_list *list, const struct autoscope_table *table,
                                                     autoscope_failure *failure);
AUTOSCOPE_PUBLIC_FUNCTION char *autoscope_list_text(const autoscope_list *list, unsigned format,
                                                    autoscope_failure *failure);
// Fills in device_busy_ns of the steps that are in windows in which devices were recorded.
AUTOSCOPE_PUBLIC_FUNCTION int autoscope_result_steps(autoscope_result *result, struct autoscope_step *steps,
                                                     size_t count, autoscope_failure *failure);
// `format`: 0 table, 1 JSON, 2 CSV.
AUTOSCOPE_PUBLIC_FUNCTION char *autoscope_steps_text(const struct autoscope_step *steps, size_t count, unsigned format,
                                                     autoscope_failure *failure);
// Returns non-zero when the file is complete.
AUTOSCOPE_PUBLIC_FUNCTION int autoscope_result_export(autoscope_result *result, const struct autoscope_export *wanted,
                                                      autoscope_failure *failure);

// A scope with a name that is known at run time, until the end with what the beginning returned; zero: there is none.
// `guard`: an object that is there for as long. The end returns zero where the scope had ended before, with a scope
// around it, or began on another thread.
AUTOSCOPE_PUBLIC_FUNCTION unsigned autoscope_scope_begin(const char *name, size_t length, void *guard);
AUTOSCOPE_PUBLIC_FUNCTION unsigned autoscope_scope_end(unsigned scope);

// A step of a profile, from one call of its step() to the next, which no function call need agree with: no scope ends
// with it. Its name is given at its end, on any thread. Where nothing is recorded `start` is 0 and there is no step.
// Unlike a scope it is lost where the process is killed meanwhile.
struct autoscope_step_mark {
  unsigned long long start, start_around;
  const void *thread;
  unsigned depth;
};
AUTOSCOPE_PUBLIC_FUNCTION void autoscope_step_begin(struct autoscope_step_mark *mark);
AUTOSCOPE_PUBLIC_FUNCTION void autoscope_step_end(const struct autoscope_step_mark *mark, const char *name,
                                                  size_t length);

}  // extern "C"

#endif
