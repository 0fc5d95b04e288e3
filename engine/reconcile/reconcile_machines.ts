import {
  MACHINE_CHANGES,
  type MachineOp,
  type ScenarioPath,
  scenarioPaths,
  type StateMachineDefinition,
} from "@loom/protocol";
import { enrich } from "../model.ts";
import { FAILED_RESULTS, type ReplayStep } from "../scenario/report.ts";
import { machineNames, Stage } from "../scenario/stage.ts";
import { walkPath } from "../scenario/walk.ts";
import { validate } from "../validate/mod.ts";
import { addEvent, addTransition, type Decision, type Failure } from "./machine_addition.ts";
import type { MemberDocument, Proposal } from "./proposal.ts";
import { trimmed } from "../members.ts";

/** The refusal of a proposal that is not wanted. */
const NOT_CHOSEN = "it was not chosen";

/** A proposal that can still grow. */
interface Draft extends Proposal {
  readonly ops: MachineOp[];
  readonly reasons: string[];
  /** The machine before it. */
  readonly before: StateMachineDefinition;
}

/** Brings machines level with one scenario after the other, until a person has to decide. */
export class MachineReconciler {
  readonly #paths: readonly string[];
  readonly #definitions: StateMachineDefinition[];
  readonly #isChosen: (id: string) => boolean;
  readonly #unresolved = new Set<string>();
  readonly #drafts: Draft[] = [];
  #stage: Stage;

  /**
   * @param machines The machines.
   * @param isChosen Says of a proposal whether it is wanted; others leave their place open.
   */
  constructor(machines: readonly MemberDocument[], isChosen: (id: string) => boolean) {
    this.#paths = machines.map(({ path }) => path);
    // Everything that reads these definitions takes wrong parts for absent ones.
    this.#definitions = machines.map(({ def }) => def as StateMachineDefinition);
    this.#isChosen = isChosen;
    this.#stage = new Stage(this.#definitions);
  }

  /** The proposals so far. */
  get proposals(): readonly Proposal[] {
    return this.#drafts.map(({ before: _, ...proposal }) => proposal);
  }

  /** The open questions so far. */
  get unresolved(): readonly string[] {
    return [...this.#unresolved];
  }

  /** The definitions with the proposals. */
  get definitions(): readonly StateMachineDefinition[] {
    return this.#definitions;
  }

  /** Brings the machines level with a scenario. */
  add(scenario: MemberDocument, title: string): void {
    for (const path of scenarioPaths(scenario.def).paths) new PathWork(this, scenario, title, path).run();
  }

  /** The machines as they are now. */
  get stage(): Stage {
    return this.#stage;
  }

  /** Notes an open question. */
  leaveOpen(text: string): void {
    this.#unresolved.add(text);
  }

  /** The place of the machine that a failing step is about. */
  indexOf({ machine }: ReplayStep, named: string): number | undefined {
    const wanted = machine ?? named;
    if (wanted === "") return this.#definitions.length === 1 ? 0 : undefined;
    const found = machineNames(this.#definitions).flatMap((name, index) => name === wanted ? [index] : []);
    return found.length === 1 ? found[0] : undefined;
  }

  /** The decision about a failing step of the machine at a place. */
  decide(index: number, failure: Failure): Decision {
    const definition = this.#definitions[index];
    if (definition === undefined) return { open: "the machine is not here" };
    return failure.step.result === "unknown-event"
      ? addEvent(definition, failure)
      : addTransition(definition, failure);
  }

  /**
   * Applies additions if they are wanted and keep the machine valid.
   *
   * @returns The reason why they were not applied.
   */
  apply(
    index: number,
    id: string,
    from: Proposal["from"],
    decision: Exclude<Decision, { open: string }>,
  ): string | undefined {
    if (!this.#isChosen(id)) return NOT_CHOSEN;
    const before = this.#definitions[index];
    if (before === undefined) return "the machine is not here";
    const result = MACHINE_CHANGES.apply(before, decision.ops);
    if (!result.ok) return result.refusal.message;
    const after = result.value;
    if (errorsOf(after) > errorsOf(before)) return "it would make the machine invalid";
    this.#definitions[index] = after;
    this.#stage = new Stage(this.#definitions);
    let draft = this.#drafts.find((one) => one.id === id);
    if (draft === undefined) {
      draft = { id, document: this.#paths[index] ?? "", ops: [], reasons: [], from, before };
      this.#drafts.push(draft);
    }
    draft.ops.push(...decision.ops);
    draft.reasons.push(...decision.reasons);
    return undefined;
  }

  /** Takes back all that a message has added so far. */
  takeBack(index: number, id: string): void {
    const place = this.#drafts.findIndex((one) => one.id === id);
    const draft = this.#drafts[place];
    if (draft === undefined) return;
    this.#definitions[index] = draft.before;
    this.#stage = new Stage(this.#definitions);
    this.#drafts.splice(place, 1);
  }
}

function errorsOf(definition: StateMachineDefinition): number {
  return validate(enrich(definition)).filter(({ severity }) => severity === "error").length;
}

/** Walks one path again and again, each time with one more addition. */
class PathWork {
  readonly #machines: MachineReconciler;
  readonly #scenario: MemberDocument;
  readonly #title: string;
  readonly #path: ScenarioPath;
  /** The machines and messages of this path that wait for a person. */
  readonly #closed = new Set<string>();

  constructor(machines: MachineReconciler, scenario: MemberDocument, title: string, path: ScenarioPath) {
    this.#machines = machines;
    this.#scenario = scenario;
    this.#title = title;
    this.#path = path;
  }

  run(): void {
    // Each round adds something or closes a place: at most an event, a transition and a question a message.
    const rounds = this.#path.messages.length * 3 * Math.max(1, this.#machines.definitions.length);
    for (let round = 0; round <= rounds; round++) {
      const step = this.#nextFailure();
      if (step === undefined) return;
      const open = this.#mend(step);
      if (open === undefined) continue;
      if (open !== "") this.#machines.leaveOpen(`${this.#title}, message ${step.ref}: ${open}.`);
      this.#closed.add(placeOf(step));
    }
  }

  #nextFailure(): ReplayStep | undefined {
    return walkPath(this.#machines.stage, this.#path).steps.find((step) =>
      FAILED_RESULTS.has(step.result) && !this.#closed.has(placeOf(step))
    );
  }

  /** Lets the machine take a message. Gives the open question where it cannot. */
  #mend(step: ReplayStep): string | undefined {
    if (this.#path.kind === "without-optional") {
      return `the scenario stops without its optional messages (${this.#optionalRefs()}), so one of them is needed`;
    }
    if (step.result === "ended") return `${step.machine} has reached its end before`;
    if (step.result === "state-mismatch") {
      return `${step.machine ?? "a machine"} is in ${step.to.join(" or ") || "no such state"}, but ${
        step.note ?? ""
      }`;
    }
    const failure = this.#failureOf(step);
    const index = this.#machines.indexOf(step, failure.named);
    if (index === undefined) return this.#withoutMachine(step, failure);
    const id = `message:${this.#scenario.path}:${step.ref}`;
    const open = this.#add(step, failure, index, id);
    if (open !== undefined) this.#machines.takeBack(index, id);
    return open;
  }

  #add(step: ReplayStep, failure: Failure, index: number, id: string): string | undefined {
    const decision = this.#machines.decide(index, failure);
    if ("open" in decision) return decision.open;
    const from = { scenario: this.#scenario.path, element: `message:${step.ref}` };
    const refusal = this.#machines.apply(index, id, from, decision);
    if (refusal === NOT_CHOSEN) return "";
    if (refusal !== undefined) return `${step.event ?? ""}: ${refusal}`;
    return this.#isUnchanged(step)
      ? `${step.event ?? ""} is refused in ${
        step.from.join(" or ")
      } by an earlier transition: correct that one`
      : undefined;
  }

  #withoutMachine({ event }: ReplayStep, { named }: Failure): string {
    if (named !== "") {
      const count = this.#machines.stage.withName(named).length;
      return count > 1 ? `${count} machines are named ${named}` : `there is no machine ${named}`;
    }
    return this.#machines.definitions.length === 0
      ? `there is no machine for the event ${event}: add one to the system`
      : `no machine has the event ${event}: name the machine in the message`;
  }

  #failureOf(step: ReplayStep): Failure {
    const { stage } = this.#machines;
    const value = this.#path.messages.find(({ ref }) => ref === step.ref)?.value ?? {};
    const claim = trimmed(value.state);
    return {
      step,
      sender: trimmed(value.from),
      claim,
      named: trimmed(value.machine),
      hearing: stage.withEvent(step.event ?? "").length,
      isClaimElsewhere: stage.withState(claim).some(({ name }) => name !== step.machine),
    };
  }

  #isUnchanged(step: ReplayStep): boolean {
    return walkPath(this.#machines.stage, this.#path).steps.some((one) =>
      one.ref === step.ref && one.machine === step.machine && one.result === step.result &&
      one.from.join() === step.from.join()
    );
  }

  #optionalRefs(): string {
    const kept = new Set(this.#path.messages.map(({ ref }) => ref));
    const { paths } = scenarioPaths(this.#scenario.def);
    const whole = paths.find(({ kind, fragment }) =>
      kind !== "without-optional" && fragment === this.#path.fragment
    );
    return (whole?.messages ?? []).filter(({ ref }) => !kept.has(ref)).map(({ ref }) => ref).join(", ");
  }
}

/** A machine that stopped is not looked at again; without a machine the message is not. */
function placeOf({ machine, ref, result }: ReplayStep): string {
  return machine === undefined || result === "unknown-event" ? `message ${ref}` : `machine ${machine}`;
}
