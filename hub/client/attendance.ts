import {
  EV,
  type LivePresence,
  parseLivePresence,
  parsePresenceChange,
  parsePresenceLeave,
  parsePresenceList,
} from "@loom/protocol";
import type { Ear } from "./ear.ts";
import { withMove, withNewcomer, withoutLeaver } from "./presence_book.ts";

/** Everybody who takes part in the document, as the hub tells it. */
export class Attendance {
  readonly #onChange: (list: LivePresence[]) => void;
  #list: readonly LivePresence[] = [];

  /** Begins with nobody. */
  constructor(ear: Ear, onChange: (list: LivePresence[]) => void) {
    this.#onChange = onChange;
    ear.hear(EV.PRESENCE_LIST, parsePresenceList, (list) => this.set(list));
    ear.hear(EV.PRESENCE_JOIN, parseLivePresence, (one) => this.set(withNewcomer(this.#list, one)));
    ear.hear(
      EV.PRESENCE_LEAVE,
      parsePresenceLeave,
      ({ clientId }) => this.set(withoutLeaver(this.#list, clientId)),
    );
    ear.hear(EV.PRESENCE_UPDATE, parsePresenceChange, (change) => this.set(withMove(this.#list, change)));
  }

  /** Everybody; a copy. */
  get list(): LivePresence[] {
    return [...this.#list];
  }

  /** Takes over the list that came with a join. */
  set(list: readonly LivePresence[]): void {
    this.#list = list;
    this.#onChange([...list]);
  }
}
