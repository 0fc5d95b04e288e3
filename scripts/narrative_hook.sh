#!/bin/sh
# Runs `loom narrative hook`, and ends with 0 whatever becomes of it: a delivery never fails on its hook.
# The payload goes from standard input to the program as it is; as an argument or a variable it would be too long.
# Where there is no program to run, or none that works, the event waits in the spool for `loom narrative drain`.

# Hooks are often links: what is run stands beside the script itself.
script=$(readlink -f -- "$0" 2>/dev/null) || script=$0
here=$(CDPATH='' cd -- "$(dirname -- "$script")" && pwd)

# A child in the background gets no standard input of its own accord; a closed one cannot be handed on.
if (exec 3<&0) 2>/dev/null; then exec 3<&0; else exec 3</dev/null; fi

begun_at=$(date +%s)
stopped=
failed=

# Runs a program, and hands on what it is told. A hook that works ends with 0, and this script with it.
run() {
  child=
  trap 'stopped=yes; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' TERM INT HUP
  "$@" <&3 &
  child=$!
  # A signal that came before there was a child.
  [ -z "$stopped" ] || kill -TERM "$child" 2>/dev/null
  wait "$child"
  code=$?
  # A signal ends the first wait; the program then says what it has to say. There is no second one for a program that has ended.
  wait "$child" 2>/dev/null
  again=$?
  [ "$again" -eq 127 ] || code=$again
  [ "$code" -ne 0 ] || exit 0
  # Another signal has ended the second wait: the program is at work, and the payload is its own.
  kill -0 "$child" 2>/dev/null && exit 0
  failed=yes
  why="the program ended with $code"
}

if [ -n "${LOOM_COMMAND:-}" ]; then
  if command -v "$LOOM_COMMAND" >/dev/null 2>&1; then
    run "$LOOM_COMMAND" narrative hook
  else
    why="LOOM_COMMAND names no program"
  fi
elif command -v loom >/dev/null 2>&1; then
  run loom narrative hook
elif command -v deno >/dev/null 2>&1 && [ -f "$here/../cli/main.ts" ]; then
  run deno run --quiet --allow-all "$here/../cli/main.ts" narrative hook
else
  why="neither loom nor deno is there"
fi

# From here on there is no program that works: what it would do without a bridge is done by hand.
LC_ALL=C
export LC_ALL
umask 077
trap '' PIPE
trap 'stopped=yes' TERM INT HUP
spool=${LOOM_NARRATIVE_SPOOL:-${STATELOOM_NARRATIVE_SPOOL:-${SMCRAFT_NARRATIVE_SPOOL:-}}}
log=${LOOM_NARRATIVE_LOG:-${STATELOOM_NARRATIVE_LOG:-${SMCRAFT_NARRATIVE_LOG:-}}}
# The largest payload that is taken, in bytes; one more tells that there was more.
most=27262976
# The most events that wait; the oldest make room.
waiting=500

say() { printf 'narrative hook: %s.\n' "$1" >&2; }

# A text as JSON, without what has no place in a line.
quoted() { printf '"%s"' "$(printf '%s' "$1" | tr '\000-\037' ' ' | sed 's/^ *//; s/ *$//; s/[\\"]/\\&/g')"; }

# Milliseconds since 1970; seconds where the system counts no finer.
clock() {
  now=$(date +%s%3N)
  case $now in *[!0-9]* | '') now=$(date +%s)000 ;; esac
  printf '%s' "$now"
}

# Reads the payload to the end of a file. Fails when it does not come in 25 seconds, or in one when the hook is told to end.
read_payload() {
  head -c "$((most + 1))" <&3 >>"$1" 2>/dev/null &
  reader=$!
  last=$((begun_at + 24))
  # Looked at again and again, for a second child that keeps the time might outlive this script.
  while kill -0 "$reader" 2>/dev/null; do
    seconds=$(date +%s)
    [ "$stopped" != yes ] || { stopped=heard && last=$((seconds + 1)); }
    [ "$seconds" -le "$last" ] || kill "$reader" 2>/dev/null
    sleep 0.05 2>/dev/null || sleep 1
  done
  wait "$reader" 2>/dev/null
}

# Keeps the event: its head on the first line, then the payload as it came, for nothing here can check it.
keep() {
  mkdir -p -- "$spool" 2>/dev/null
  part=$spool/.$begun-$$.part
  # A link that somebody else put there is not followed.
  (set -C && : >"$part") 2>/dev/null || { say "the event cannot be spooled in $spool"; return; }
  printf '{"event_type":%s,"event_id":%s,"repository":%s,"action":%s,"timestamp":%s,"sender":%s,"payload":\n' \
    "$type" "$id" "$repository" "$action" "$(quoted "${WEBHOOK_TIMESTAMP:-$(date -u +%Y-%m-%dT%H:%M:%SZ)}")" "$(quoted "${WEBHOOK_SENDER:-}")" >>"$part"
  head=$(wc -c <"$part")
  if ! read_payload "$part"; then
    say "the event is not spooled, for its payload did not come: have it delivered again"
  elif [ -n "$failed" ] && [ "$(tail -c "+$((head + 1))" "$part" | head -c 1)" != "{" ]; then
    # What a program left of a payload would stand in the way of the whole one.
    say "the event is not spooled, for the program has taken its payload: have it delivered again"
  elif printf '\n}\n' >>"$part" && sum=$(cksum <"$part") && mv -- "$part" "$spool/$begun-${sum%% *}.json"; then
    say "the event waits in $spool"
    make_room
  else
    say "the event cannot be spooled in $spool"
  fi
  rm -f -- "$part"
}

# The names begin with the time, so that the first are the oldest.
make_room() {
  count=0
  for file in "$spool"/[0-9]*-*.json; do is_event "$file" && count=$((count + 1)); done
  for file in "$spool"/[0-9]*-*.json; do
    [ "$count" -gt "$waiting" ] || return
    is_event "$file" && rm -f -- "$file" && count=$((count - 1))
  done
}

# Whether a file is named as events are that wait.
is_event() {
  name=${1##*/}
  name=${name%.json}
  case ${name%%-*}:${name#*-} in
  *[!0-9]*:* | *:*[!0-9a-f]*) return 1 ;;
  esac
  [ -f "$1" ]
}

begun=$(clock)
type=$(quoted "${WEBHOOK_EVENT_TYPE:-}")
id=$(quoted "${WEBHOOK_EVENT_ID:-}")
repository=$(quoted "${WEBHOOK_REPOSITORY:-}")
action=$(quoted "${WEBHOOK_ACTION:-}")
[ "$type" != '""' ] || why="WEBHOOK_EVENT_TYPE is not set"
say "$why, so that the event is processed locally, without a beat"
if [ -n "$spool" ] && [ "$type" != '""' ]; then
  keep
else
  # Whoever writes the payload is not to find the other end closed.
  read_payload /dev/null
fi
result="\"event_id\":$id,\"mode\":\"local\",\"lead_universe\":null,\"coherence_score\":null,\"beat_id\":null,\"flows\":[],\"ms\":$(($(clock) - begun))"
if [ -n "$log" ]; then
  ts=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  (printf '%s\n' "{\"ts\":\"$ts\",$result,\"event_type\":$type,\"action\":$action,\"repository\":$repository,\"error\":\"$why\"}" >>"$log") 2>/dev/null ||
    say "the log $log cannot be written"
fi
printf '{%s}\n' "$result" 2>/dev/null
exit 0
