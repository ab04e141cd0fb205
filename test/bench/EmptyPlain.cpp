// A program that does nothing, to compare with EmptyScope.cpp.
int main() {
  return 0;
}
