// What devices did, on its way to the stream.
#include "collect/Collector.h"

#include <exception>

namespace autoscope::collect {

void Collector::addActivities(std::vector<uint64_t> &&activities, uint64_t count) noexcept {
  uint64_t bytes = activities.size() * sizeof(uint64_t), lost = 0;
  try {
    ChunkPool::Lock lock = pool_.lock();
    if (!streaming_)
      return;  // of a session that is over
    // A flight recorder gives up the oldest, any other what comes last.
    while (pool_.isHolding() && !activities_.empty() && activityBytes_ + bytes > mostActivityBytes_) {
      activityBytes_ -= activities_.front().words.size() * sizeof(uint64_t);
      lost += activities_.front().count;
      activities_.pop_front();
    }
    if (activityBytes_ + bytes > mostActivityBytes_) {
      lost += count;
    } else {
      activities_.push_back({std::move(activities), count});
      activityBytes_ += bytes;
      pool_.callWriter();
    }
  } catch (const std::exception &) {
    lost += count;
  }
  if (lost != 0)
    lose(record::LossCause::GpuRecords, lost);
}

Collector::Activities Collector::nextActivities() {
  Activities run = std::move(activities_.front());
  activities_.pop_front();
  activityBytes_ -= run.words.size() * sizeof(uint64_t);
  return run;
}

void Collector::writeActivities(const Activities &run) {
  uint64_t bytes = run.words.size() * sizeof(uint64_t);
  if (!fitsDisk(sizeof(record::SectionHeader) + bytes) ||
      !file_.appendSection(record::SectionType::Activity, run.words.data(), bytes))
    lose(record::LossCause::GpuRecords, run.count);
  noteStreamBytes();
}

}  // namespace autoscope::collect
