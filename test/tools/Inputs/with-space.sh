# with-space.sh COMMAND...: runs COMMAND without the limit of full-disk.sh.
ulimit -S -f $(ulimit -H -f)
exec "$@"
