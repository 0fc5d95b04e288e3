import { Machine } from "@loom/engine";
import { type StateMachineDefinition, unwrapDefinition } from "@loom/protocol";
import document from "./session.smdf.json" with { type: "json" };

/** Where a session stands with the document. */
export type SessionStatus =
  | "offline"
  | "joining"
  | "synced"
  | "pending"
  | "resyncing"
  | "remote-changed"
  | "error";

/** What happens to a session, by the ids of its machine. */
export type SessionEvent =
  | "join"
  | "joined"
  | "parted"
  | "failed"
  | "fell_behind"
  | "caught_up"
  | "confirmed"
  | "clashed"
  | "edit"
  | "decide";

/** What the guards of the machine read. */
export interface SessionFacts {
  /** Whether the client is in the room. */
  readonly joined: boolean;
  /** Whether it is on its way there. */
  readonly joining: boolean;
  /** Whether it misses changes. */
  readonly behind: boolean;
  /** How many of its own changes are not confirmed. */
  readonly waiting: number;
}

/** The machine of sessions, as it stands in `session.smdf.json`. */
export const SESSION_MACHINE: StateMachineDefinition = unwrapDefinition(document) as StateMachineDefinition;

/** The statuses by the states of the machine. */
const STATUS_OF: ReadonlyMap<string, SessionStatus> = new Map<string, SessionStatus>([
  ["offline", "offline"],
  ["joining", "joining"],
  ["synced", "synced"],
  ["pending", "pending"],
  ["resyncing", "resyncing"],
  ["remote_changed", "remote-changed"],
  ["error", "error"],
]);

/** Runs the machine of one session. */
export class StatusMachine {
  readonly #machine: Machine;

  /** Begins offline. */
  constructor() {
    const context = { joined: false, joining: false, behind: false, waiting: 0 };
    this.#machine = new Machine(SESSION_MACHINE, { context });
  }

  /** Where the session stands. */
  get status(): SessionStatus {
    return STATUS_OF.get(this.#machine.state) ?? "error";
  }

  /** Tells the machine what happened, and how things are now. An event that means nothing in its state changes nothing. */
  tell(event: SessionEvent, facts: SessionFacts): void {
    Object.assign(this.#machine.context, facts);
    this.#machine.send(event);
  }
}
