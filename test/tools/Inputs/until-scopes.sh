# until-scopes.sh AUTOSCOPE PID: returns when the process records and its session holds a scope that has ended.
until "$1" status "$2" | grep -q '^ *scopes *[1-9]'; do
  sleep 0.05
done
