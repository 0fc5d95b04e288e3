#!/bin/sh
# Runs `loom narrative hook`, and ends with 0 whatever becomes of it: a delivery never fails on its hook.
# The payload goes from standard input to the program as it is; as an argument or a variable it would be too long.

# Hooks are often links: what is run stands beside the script itself.
script=$(readlink -f -- "$0" 2>/dev/null) || script=$0
here=$(CDPATH='' cd -- "$(dirname -- "$script")" && pwd)

if [ -n "${LOOM_COMMAND:-}" ]; then
  set -- "$LOOM_COMMAND" narrative hook
elif command -v loom >/dev/null 2>&1; then
  set -- loom narrative hook
elif command -v deno >/dev/null 2>&1; then
  set -- deno run --quiet --allow-all "$here/../cli/main.ts" narrative hook
else
  echo "narrative hook: neither loom nor deno is there." >&2
  exit 0
fi

# A child in the background gets no standard input of its own accord; a closed one cannot be handed on.
if (exec 3<&0) 2>/dev/null; then exec 3<&0; else exec 3</dev/null; fi
child=
stopped=
trap 'stopped=yes; [ -z "$child" ] || kill -TERM "$child" 2>/dev/null' TERM INT HUP
"$@" <&3 &
child=$!
# A signal that came before there was a child.
[ -z "$stopped" ] || kill -TERM "$child" 2>/dev/null
wait "$child"
# A signal ends the first wait; the program then says what it has to say.
wait "$child" 2>/dev/null
exit 0
