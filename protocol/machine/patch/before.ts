import { isObject } from "../../json/value.ts";
import type { Event, EventSource, State } from "../types.ts";
import { type Declared, declaredIn, findDeclaration, sourcesIn } from "./event_index.ts";
import { refuse } from "./error.ts";
import { settleState } from "./diff_state.ts";
import { memberChange, type Members } from "./members.ts";
import { indexStates, nameOf, type Place, type StateIndex } from "./state_index.ts";
import type { Work } from "./work.ts";

/** The document before the operation that is undone, and what to restore from it. */
export class Before {
  /** The definition itself. */
  readonly top: Members;
  readonly #states: StateIndex;

  /** Begins with the document. */
  constructor(top: Members) {
    this.top = top;
    this.#states = indexStates(top.state);
  }

  /** Where a state stood; `null` asks for the root. */
  place(name: string | null): Place {
    const place = name === null ? this.#states.root : this.#states.places.get(name);
    return place ?? refuse("not_found", name, "the state was not there before.");
  }

  /** An event source as it was. */
  source(index: number): Members {
    const source = sourcesIn(this.top)[index];
    return isObject(source) ? source : refuse("not_found", index, "the event source was not there before.");
  }

  /** An event or a timer as it was. */
  declared(kind: Declared, id: string): Members {
    return findDeclaration(this.top, kind, id).item;
  }

  /** Restores what a state has besides its children, whose lists are right again: an emptied list, the order of keys. */
  settleState(work: Work, place: Place | null): void {
    const name = nameOf(place?.state);
    if (place && name !== undefined) settleState(work, name, place.state);
  }

  /** Restores all members of a state, which may have another name now. */
  restoreState(work: Work, name: string, now: string): void {
    const change = memberChange<State>(work.draft.place(now).state, this.place(name).state);
    if (change) work.emit({ op: "state.update", name: now, ...change });
  }

  /** Restores what a source has besides its events and timers. */
  settleSource(work: Work, index: number): void {
    const [now, then] = [sourcesIn(work.draft.top)[index], this.source(index)];
    this.restoreSource(work, index, (key) => {
      if (key !== "events" && key !== "timers") return false;
      return declaredIn(now, key).length > 0 && declaredIn(then, key).length > 0;
    });
  }

  /** Restores all members of a source that are not settled. */
  restoreSource(work: Work, index: number, isSettled?: (key: string) => boolean): void {
    const now = sourcesIn(work.draft.top)[index] as Members;
    const change = memberChange<EventSource>(now, this.source(index), isSettled);
    if (change) work.emit({ op: "eventSource.update", index, ...change });
  }

  /** Restores all members of an event, which may have another id now. */
  restoreEvent(work: Work, id: string, now: string = id): void {
    const change = memberChange<Event>(
      findDeclaration(work.draft.top, "events", now).item,
      this.declared("events", id),
    );
    if (change) work.emit({ op: "event.update", id: now, ...change });
  }

  /** Restores the members of the definition itself. */
  settleTop(work: Work): void {
    const change = memberChange(work.draft.top, this.top);
    if (change) work.emit({ op: "document.update", ...change });
  }
}
