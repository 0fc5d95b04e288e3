import type { LivePresence, PresenceChange } from "@loom/protocol";

/** The list with someone who has come, or has come again. */
export function withNewcomer(list: readonly LivePresence[], newcomer: LivePresence): readonly LivePresence[] {
  const isThere = list.some(({ clientId }) => clientId === newcomer.clientId);
  if (!isThere) return [...list, newcomer];
  return list.map((one) => one.clientId === newcomer.clientId ? newcomer : one);
}

/** The list without someone who has left. */
export function withoutLeaver(list: readonly LivePresence[], clientId: string): readonly LivePresence[] {
  return list.filter((one) => one.clientId !== clientId);
}

/** The list after someone has moved; someone who is not in it is not invented. */
export function withMove(list: readonly LivePresence[], change: PresenceChange): readonly LivePresence[] {
  return list.map((one) => one.clientId === change.clientId ? { ...one, ...change } : one);
}
