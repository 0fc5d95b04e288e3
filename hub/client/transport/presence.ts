import {
  EV,
  type LivePresence,
  parseLivePresence,
  parsePresenceChange,
  parsePresenceLeave,
  parsePresenceList,
  type PresenceChange,
} from "@loom/protocol";
import type { Listener } from "./listener.ts";

/** The clients that take part in the document, as the hub reports them. */
export class Presence {
  readonly #onChange: (list: LivePresence[]) => void;
  #list: readonly LivePresence[] = [];

  /** Begins with nobody. */
  constructor(listener: Listener, onChange: (list: LivePresence[]) => void) {
    this.#onChange = onChange;
    listener.on(EV.PRESENCE_LIST, parsePresenceList, (list) => this.set(list));
    listener.on(EV.PRESENCE_JOIN, parseLivePresence, (one) => this.set(withMember(this.#list, one)));
    listener.on(
      EV.PRESENCE_LEAVE,
      parsePresenceLeave,
      ({ clientId }) => this.set(withoutMember(this.#list, clientId)),
    );
    listener.on(EV.PRESENCE_UPDATE, parsePresenceChange, (change) => this.set(withMove(this.#list, change)));
  }

  /** A copy of the list. */
  get list(): LivePresence[] {
    return [...this.#list];
  }

  /** Takes over the list that came with a join. */
  set(list: readonly LivePresence[]): void {
    this.#list = list;
    this.#onChange([...list]);
  }
}

/** The list with a client that has joined, or joined again. */
export function withMember(list: readonly LivePresence[], member: LivePresence): readonly LivePresence[] {
  const isThere = list.some(({ clientId }) => clientId === member.clientId);
  if (!isThere) return [...list, member];
  return list.map((one) => one.clientId === member.clientId ? member : one);
}

/** The list without a client that has left. */
export function withoutMember(list: readonly LivePresence[], clientId: string): readonly LivePresence[] {
  return list.filter((one) => one.clientId !== clientId);
}

/** The list after a client has moved; one that is not in the list is not added. */
export function withMove(list: readonly LivePresence[], change: PresenceChange): readonly LivePresence[] {
  return list.map((one) => one.clientId === change.clientId ? { ...one, ...change } : one);
}
