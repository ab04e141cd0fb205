#include "report/OutputStream.h"

#include "report/PathEnd.h"

#include <limits>
#include <vector>
#include <zlib.h>

namespace autoscope::report {

class OutputStream::Gzip {
public:
  explicit Gzip(record::AtomicFile &file) : file_(file), out_(256u << 10) {
    // 16 asks for a gzip header. The fastest level: traces shrink tenfold with it, and a better one costs three times
    // the time for a fifth of the rest.
    ready_ = deflateInit2(&stream_, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  Gzip(const Gzip &) = delete;
  Gzip &operator=(const Gzip &) = delete;
  ~Gzip() {
    if (ready_)
      deflateEnd(&stream_);
  }

  // False: zlib ran out of memory.
  bool write(std::string_view data, int flush) {
    if (!ready_)
      return false;
    stream_.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(data.data()));
    stream_.avail_in = static_cast<uInt>(data.size());
    do {
      stream_.next_out = out_.data();
      stream_.avail_out = static_cast<uInt>(out_.size());
      if (deflate(&stream_, flush) == Z_STREAM_ERROR)
        return false;
      file_.write(out_.data(), out_.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
    return true;
  }

private:
  record::AtomicFile &file_;
  z_stream stream_{};
  std::vector<Bytef> out_;
  bool ready_;
};

OutputStream::OutputStream(const std::string &path) : file_(path) {
  buffer_.reserve(2 * drainBytes);
  if (endsWith(path, ".gz"))
    gzip_ = std::make_unique<Gzip>(file_);
}

OutputStream::~OutputStream() = default;

void OutputStream::flush() {
  if (!gzip_)
    file_.write(buffer_.view().data(), buffer_.size());
  else if (!gzip_->write(buffer_.view(), Z_NO_FLUSH))
    file_.fail("the compressor ran out of memory");
  buffer_.clear();
}

std::string OutputStream::commit() {
  flush();
  if (gzip_ && !gzip_->write({}, Z_FINISH))
    file_.fail("the compressor ran out of memory");
  file_.commit();
  return file_.error();
}

}  // namespace autoscope::report
