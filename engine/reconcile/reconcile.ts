import {
  allMessages,
  type AnyOp,
  byName,
  DOCUMENT_KINDS,
  isObject,
  type JsonObject,
  type KindName,
  located,
  participantsOf,
  RefusedError,
} from "@loom/protocol";
import { capitalized, objectionTo } from "./names.ts";
import type {
  ChangedDocument,
  MemberDocument,
  Origin,
  Proposal,
  Reconciliation,
  SystemDocuments,
} from "./proposal.ts";
import { MachineReconciler } from "./reconcile_machines.ts";
import { trimmed } from "../members.ts";

/** Options of a reconciliation. */
export interface ReconcileOptions {
  /** The path of the only scenario to reconcile. Default: all of them, in order. */
  readonly scenario?: string;
  /** The ids of the proposals that are wanted. Default: all of them. */
  readonly only?: ReadonlySet<string>;
}

/**
 * Proposes what the documents of a system need so that its scenarios work: actors, entities, objects, then events, states
 * and transitions of machines. Proposals only add. What cannot be told from the scenario stays open for a person. Applied
 * once, a second call proposes nothing.
 *
 * @example
 * ```ts
 * import { reconcile } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const door = {
 *   path: "door.smdf.json",
 *   def: {
 *     settings: { namespace: "Home", name: "Door", asynchronous: false },
 *     events: [],
 *     state: { name: "Root", states: [{ name: "Closed" }] },
 *   },
 * };
 * const comeIn = {
 *   path: "come_in.sqdf.json",
 *   def: {
 *     settings: { namespace: "Home", name: "Come in" },
 *     participants: [{ name: "Guest" }, { name: "Door" }],
 *     messages: [{ from: "Guest", to: "Door", label: "opens", event: "open", state: "Opened" }],
 *   },
 * };
 * const { proposals } = reconcile({ machines: [door], erds: [], scenarios: [comeIn] });
 * assertEquals(proposals.map(({ id, reasons }) => [id, reasons.join(", ")]), [
 *   ["message:come_in.sqdf.json:1", "the event open, the state Opened, a transition of Closed on open to Opened"],
 * ]);
 * ```
 */
export function reconcile(documents: SystemDocuments, options: ReconcileOptions = {}): Reconciliation {
  const scenarios = documents.scenarios.filter(({ path }) =>
    options.scenario === undefined || path === options.scenario
  );
  const work = new SystemWork(documents, (id) => options.only?.has(id) ?? true);
  for (const scenario of scenarios) work.addActors(scenario);
  for (const scenario of scenarios) work.addEntities(scenario);
  for (const scenario of scenarios) work.addObjects(scenario);
  const machines = new MachineReconciler(
    documents.machines.map(({ path, def }) => ({ path, def: work.definitionOf(path) ?? def })),
    (id) => options.only?.has(id) ?? true,
  );
  for (const scenario of scenarios) machines.add(scenario, titleOf(scenario));
  const proposals = [...work.proposals, ...machines.proposals];
  return {
    proposals,
    documents: changedDocuments(documents, proposals),
    unresolved: [...work.unresolved, ...machines.unresolved],
  };
}

/** The documents with the operations of proposals applied. */
function changedDocuments(documents: SystemDocuments, proposals: readonly Proposal[]): ChangedDocument[] {
  const kinds = [
    ...documents.machines.map((one) => ({ one, kind: "machine" })),
    ...documents.erds.map((one) => ({ one, kind: "erd" })),
    ...(documents.system ? [{ one: documents.system, kind: "system" }] : []),
  ];
  return kinds.flatMap(({ one: { path, def }, kind }): ChangedDocument[] => {
    const ops = proposals.filter(({ document }) => document === path).flatMap((proposal) => proposal.ops);
    return ops.length === 0 ? [] : [{ path, kind, ops, before: def, def: withOps(kind, def, ops) }];
  });
}

/**
 * A document with operations applied.
 *
 * @throws {LoomError} When they do not fit.
 */
function withOps(kind: KindName, def: JsonObject, ops: readonly AnyOp[]): JsonObject {
  const result = DOCUMENT_KINDS.find((row) => row.kind === kind)?.content?.changes.apply(def, ops);
  if (result === undefined) throw new TypeError(`There is no kind ${kind}.`);
  if (!result.ok) throw new RefusedError(result.refusal);
  return result.value;
}

/** The needs of scenarios from the system, its entities and the objects of its machines. */
class SystemWork {
  readonly proposals: Proposal[] = [];
  readonly unresolved: string[] = [];
  readonly #documents: SystemDocuments;
  readonly #isChosen: (id: string) => boolean;
  readonly #actors: Set<string>;
  readonly #entities: Set<string>;
  readonly #objects: { instance: string; class: string }[] = [];
  readonly #seen = new Set<string>();

  constructor(documents: SystemDocuments, isChosen: (id: string) => boolean) {
    this.#documents = documents;
    this.#isChosen = isChosen;
    const { system, erds } = documents;
    this.#actors = new Set(namesIn(system?.def.actors));
    this.#entities = new Set(erds.flatMap(({ def }) => namesIn(def.entities)));
  }

  /** The definition of a machine with the objects that were added to it. */
  definitionOf(path: string): JsonObject | undefined {
    const ops = this.proposals.filter(({ document }) => document === path).flatMap((one) => one.ops);
    const before = this.#documents.machines.find((one) => one.path === path)?.def;
    if (before === undefined || ops.length === 0) return before;
    return withOps("machine", before, ops);
  }

  addActors(scenario: MemberDocument): void {
    const { system } = this.#documents;
    if (system === undefined) return;
    for (const { name, value } of participantsOf(scenario.def)) {
      const actor = trimmed(value.actor);
      const element = `participant:${name}`;
      if (actor === "" || this.#actors.has(actor)) continue;
      if (this.#leavesOpen(scenario, element, "actor", actor, this.#actors)) continue;
      const kind = trimmed(value.service) !== "" ? "service" : isAgentName(actor) ? "agent" : "person";
      this.#actors.add(actor);
      this.#propose(`actor:${actor}`, system.path, [{ op: "actor.add", actor: { name: actor, kind } }], [
        `the actor ${actor} (${kind})`,
      ], { scenario: scenario.path, element });
    }
  }

  addEntities(scenario: MemberDocument): void {
    for (const { entity, element, asks } of neededEntities(scenario)) {
      if (this.#entities.has(entity)) continue;
      if (this.#leavesOpen(scenario, element, "entity", entity, this.#entities)) continue;
      const [erd] = this.#documents.erds;
      if (erd === undefined) {
        this.#open(
          scenario,
          element,
          `there is no entity-relationship diagram for the entity ${entity}: add one to the system`,
        );
        continue;
      }
      this.#entities.add(entity);
      const notes = `Asked for by ${titleOf(scenario)}: ${asks}.`;
      const op = { op: "entity.add", entity: { name: entity, attributes: [], notes } };
      this.#propose(`entity:${entity}`, erd.path, [op], [`the entity ${entity}`], {
        scenario: scenario.path,
        element,
      });
    }
  }

  addObjects(scenario: MemberDocument): void {
    const { machines } = this.#documents;
    const known = new Set(
      machines.flatMap(({ def }) => objectsOf(def).map(({ instance }) => trimmed(instance))),
    );
    for (const { name, value } of participantsOf(scenario.def)) {
      const instance = trimmed(value.object);
      const element = `participant:${name}`;
      if (instance === "" || known.has(instance) || this.#objects.some((one) => one.instance === instance)) {
        continue;
      }
      if (this.#leavesOpen(scenario, element, "object", instance, known)) continue;
      const [entity, ...others] = heldBy(value);
      const [machine, ...more] = machines;
      if (machine === undefined || more.length > 0 || entity === undefined || others.length > 0) {
        this.#open(
          scenario,
          element,
          `the object ${instance} is in no machine: declare it in \`settings.objects\` of one`,
        );
        continue;
      }
      const id = `object:${instance}`;
      if (!this.#isChosen(id)) continue;
      this.#objects.push({ instance, class: entity });
      const objects = [...objectsOf(machine.def), ...this.#objects];
      this.#propose(id, machine.path, [{ op: "settings.update", patch: { objects } }], [
        `the object ${instance} of class ${entity}`,
      ], { scenario: scenario.path, element });
    }
  }

  #propose(
    id: string,
    document: string,
    ops: readonly AnyOp[],
    reasons: readonly string[],
    from: Origin,
  ): void {
    if (this.#isChosen(id)) this.proposals.push({ id, document, ops, reasons, from });
  }

  /** Notes that a name cannot be added as it is, if so. */
  #leavesOpen(
    scenario: MemberDocument,
    element: string,
    noun: string,
    name: string,
    existing: Iterable<string>,
  ): boolean {
    const objection = objectionTo(noun, name, existing);
    if (objection !== undefined) this.#open(scenario, element, objection);
    return objection !== undefined;
  }

  #open(scenario: MemberDocument, element: string, text: string): void {
    if (this.#seen.has(text)) return;
    this.#seen.add(text);
    this.unresolved.push(`${titleOf(scenario)}, ${element.replace(":", " ")}: ${text}.`);
  }
}

/** The entities that participants hold and messages carry. */
function neededEntities({ def }: MemberDocument): { entity: string; element: string; asks: string }[] {
  return [
    ...participantsOf(def).flatMap(({ name, value }) =>
      heldBy(value).map((entity) => ({ entity, element: `participant:${name}`, asks: `${name} holds it` }))
    ),
    ...allMessages(def).flatMap(({ ref, value }) => {
      const entity = trimmed(value?.carries);
      return entity === "" ? [] : [{ entity, element: `message:${ref}`, asks: `message ${ref} carries it` }];
    }),
  ];
}

function heldBy({ holds }: JsonObject): string[] {
  return Array.isArray(holds) ? holds.map(trimmed).filter((name) => name !== "") : [];
}

function objectsOf({ settings }: JsonObject): JsonObject[] {
  const objects: unknown = isObject(settings) ? settings.objects : undefined;
  return Array.isArray(objects) ? objects.filter(isObject) as JsonObject[] : [];
}

function namesIn(list: unknown): string[] {
  return [...byName(located(list, "")).keys()];
}

function isAgentName(name: string): boolean {
  return /(^|[^\p{L}])(agent|bot|assistant)([^\p{L}]|$)/iu.test(name) ||
    /(Agent|Bot|Assistant)$/.test(capitalized(name));
}

/** The scenario's name, else its path. */
function titleOf({ path, def }: MemberDocument): string {
  const { settings } = def;
  return (isObject(settings) && trimmed(settings.name)) || path;
}
