/** The action of a key on the screen. */
export type KeyAction = "up" | "down" | "pageUp" | "pageDown" | "start" | "end" | "quit";

/** The keys, as terminals send them (ECMA-48 and what xterm adds). */
const ACTIONS: ReadonlyMap<string, KeyAction> = new Map([
  ["\x1b[A", "up"],
  ["\x1bOA", "up"],
  ["k", "up"],
  ["\x1b[B", "down"],
  ["\x1bOB", "down"],
  ["j", "down"],
  ["\r", "down"],
  ["\x1b[5~", "pageUp"],
  ["b", "pageUp"],
  ["\x1b[6~", "pageDown"],
  [" ", "pageDown"],
  ["\x1b[H", "start"],
  ["\x1bOH", "start"],
  ["\x1b[1~", "start"],
  ["g", "start"],
  ["\x1b[F", "end"],
  ["\x1bOF", "end"],
  ["\x1b[4~", "end"],
  ["G", "end"],
  ["q", "quit"],
  ["Q", "quit"],
  ["\x03", "quit"],
  ["\x04", "quit"],
]);

/** The actions of keys that a terminal sent at once; other keys have none. */
export function actionsOf(keys: string): KeyAction[] {
  // deno-lint-ignore no-control-regex -- terminals send escape sequences
  const sent = keys.match(/\x1b[[O][\d;]*[A-Za-z~]|[^]/gu) ?? [];
  return sent.flatMap((key) => ACTIONS.get(key) ?? []);
}

/** The first line to show after a key. */
export function scrolled(
  top: number,
  action: Exclude<KeyAction, "quit">,
  { room, all }: { readonly room: number; readonly all: number },
): number {
  const page = Math.max(room - 1, 1);
  const to =
    { up: top - 1, down: top + 1, pageUp: top - page, pageDown: top + page, start: 0, end: all }[action];
  return Math.max(0, Math.min(to, all - room));
}
