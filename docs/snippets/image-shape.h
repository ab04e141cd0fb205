// The sample of docs/shapes.md: what a class of one's own says of its shape.
#include <autoscope/shape.h>

class Image {
public:
  long height() const { return 2; }
  long width() const { return 3; }
};

template <> struct autoscope::shape<Image> {
  static void write(const Image &image, autoscope::shape_writer &to) {
    to.sizes(image.height(), image.width(), 3);
    to.type("float");
  }
};
