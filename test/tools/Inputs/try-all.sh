# try-all.sh <autoscope>: gives each bad file to each command that reads a session; every one must fail.
autoscope=$1
for file in missing.autoscope empty.autoscope header.autoscope cut.autoscope damaged.autoscope foreign.json .; do
  for command in report tree 'tree --calls' 'dump --stable' 'convert'; do
    output=
    test "$command" = convert && output=out.json
    $autoscope $command $file $output
    test $? = 1 || echo "unexpected status of $command $file"
    test ! -e out.json || echo "output of $command $file"
  done
done
