"""Reads the rows of config-steps-overlap.cpp: calls keep their time, and steps theirs."""
import csv, sys

rows = {row['key']: row for row in csv.DictReader(sys.stdin)}
ns = lambda key, column: int(rows[key][column])
steps, epochs, validate = 'ProfilerStep*', 'Trainer::forward()', 'Trainer::validate()'
assert int(rows[steps]['count']) == 7 and int(rows[epochs]['count']) == 2 and int(rows[validate]['count']) == 2, rows
# Each call sleeps for so long.
assert ns(validate, 'cpu_time_total_ns') >= 40e6, rows
assert ns(epochs, 'cpu_time_total_ns') >= 20e6 + 5 * 2e6, rows
assert ns(steps, 'cpu_time_total_ns') >= ns('train_step(Layer &)', 'cpu_time_total_ns') + 40e6, rows
# Two steps hold calls that are not their callees, a `validate` at least.
assert ns(steps, 'cpu_time_total_ns') - ns(steps, 'self_cpu_time_total_ns') >= 40e6, rows
