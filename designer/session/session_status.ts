import { compileRunnable, ProgramMachine } from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import document from "./session.smdf.json" with { type: "json" };

/** The state of a session, as its user sees it. */
export type SessionStatus =
  | "offline"
  | "joining"
  | "synced"
  | "pending"
  | "resyncing"
  | "remote-changed"
  | "error";

/** The events of the session machine. */
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

/** The facts that the guards of the machine read. */
export interface SessionFacts {
  /** True when the client is in the room. */
  readonly joined: boolean;
  /** True when it is joining. */
  readonly joining: boolean;
  /** True when it has missed changes. */
  readonly behind: boolean;
  /** The number of its own changes that are not confirmed. */
  readonly waiting: number;
}

/** The machine of sessions, from `session.smdf.json`. */
export const SESSION_MACHINE: StateMachineDefinition = document
  .stateMachine as object as StateMachineDefinition;

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
  readonly #machine: ProgramMachine;

  /** Begins offline. */
  constructor() {
    const context = { joined: false, joining: false, behind: false, waiting: 0 };
    this.#machine = new ProgramMachine(compileRunnable(SESSION_MACHINE), { context });
  }

  /** The current status. */
  get status(): SessionStatus {
    return STATUS_OF.get(this.#machine.state) ?? "error";
  }

  /** Sends an event with the present facts. An event without a transition in the current state changes nothing. */
  notify(event: SessionEvent, facts: SessionFacts): void {
    Object.assign(this.#machine.context, facts);
    this.#machine.send(event);
  }
}
