# full-disk.sh COMMAND...: runs COMMAND as if the disk were full: none of its files can grow beyond 16 or 32 KB. What a `sh
# with-space.sh` below it runs is free of that.
ulimit -S -f 32
exec "$@"
