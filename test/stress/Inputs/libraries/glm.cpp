// Library: GLM
// Package: libglm-dev
// Needs: glm/glm.hpp
// Flags: -std=c++17 -DGLM_ENABLE_EXPERIMENTAL -DGLM_FORCE_SWIZZLE
#include <glm/ext.hpp>
#include <glm/glm.hpp>
#include <glm/gtx/io.hpp>
#include <glm/gtx/quaternion.hpp>
#include <glm/gtx/spline.hpp>
#include <glm/gtx/string_cast.hpp>

#include <iostream>

constexpr glm::vec3 up(0, 1, 0);
static_assert(up.y == 1);

int main() {
  glm::mat4 model = glm::rotate(glm::translate(glm::mat4(1), glm::vec3(1, 2, 3)), 0.5f, up);
  glm::mat4 view = glm::lookAt(glm::vec3(4, 3, 3), glm::vec3(0), up);
  glm::mat4 all = glm::perspective(0.8f, 1.5f, 0.1f, 100.f) * view * model;
  std::cout << glm::to_string(all * glm::vec4(1, 1, 1, 1)) << "\n" << glm::to_string(glm::inverse(model)) << "\n";
  glm::quat turn = glm::slerp(glm::angleAxis(0.3f, up), glm::angleAxis(1.f, up), 0.5f);
  std::cout << glm::to_string(turn * glm::vec3(1, 0, 0)) << glm::determinant(glm::dmat3(2)) << "\n";
  glm::ivec4 a(1, 2, 3, 4);
  std::cout << a.x + a.w << glm::dot(glm::vec3(1, 2, 3), up) << glm::to_string(glm::cross(glm::vec3(1, 0, 0), up))
            << glm::simplex(glm::vec2(0.3f, 0.7f)) << "\n";
  std::cout << glm::packHalf2x16(glm::vec2(0.5f, -2)) << glm::to_string(glm::mix(glm::vec2(0), glm::vec2(1), 0.25f))
            << glm::to_string(glm::catmullRom(glm::vec2(0), glm::vec2(1), glm::vec2(2), glm::vec2(3), 0.5f)) << "\n";
  std::cout << glm::vec3(1, 2, 3) << glm::bitfieldReverse(1u)
            << glm::all(glm::lessThan(glm::ivec2(1, 2), glm::ivec2(3))) << "\n";
}
