/* Stands for a library in C that calls back: with unwind tables, without autoscope. */
void foreign(void (*call)(int), int levels) {
  if (levels > 0)
    foreign(call, levels - 1);
  else
    call(levels);
  __asm__ volatile("" ::: "memory"); /* no tail call */
}
