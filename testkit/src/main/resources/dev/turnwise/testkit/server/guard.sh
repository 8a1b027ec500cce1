# Ends a PostgreSQL server and removes its folder once the JVM that owns both is gone.
#
# $1 is the folder. The JVM holds the write end of standard input and never writes: end of file means
# that it closed the server itself (then there is nothing left to do here) or that it died, however.

trap '' INT TERM HUP QUIT PIPE
folder=$1

while read -r _; do :; done

# Prints the postmaster's pid if it still runs. The command line must name the folder: the pid in the
# file may belong to somebody else by now.
postmaster() {
  read -r pid 2>/dev/null <"$folder/data/postmaster.pid" || return 0
  if [ -d /proc/self ]; then
    command=$(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline")
  else
    command=$(ps -ww -o command= -p "$pid" 2>/dev/null)
  fi
  case $command in
    *"$folder"*) echo "$pid" ;;
  esac
}

# Up to 4 s: an initdb or pg_ctl that was running when the JVM died may still be writing.
round=0
while [ -d "$folder" ] && [ "$round" -lt 40 ]; do
  pid=$(postmaster)
  if [ -z "$pid" ]; then
    rm -rf "$folder" 2>/dev/null
  elif [ "$round" -lt 25 ]; then
    kill -QUIT "$pid" 2>/dev/null
  else
    kill -KILL "$pid" 2>/dev/null
  fi
  sleep 0.1
  round=$((round + 1))
done
