/**
 * What holds whenever operations are rebased.
 *
 * @module
 */
import {
  applyPatchOps,
  type ChangeStep,
  goneNames,
  type MachineOp,
  rebaseOps,
  type RebaseResult,
  type StateMachineDefinition,
} from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Edits, editsOf, grounds, numberOf, sketches } from "./edits.ts";
import { listsIn, observe, type Observed, tagsHit } from "./observe.ts";
import { taggedMachine } from "./tagged_machine.ts";

/** Two authors who edit the same machine without seeing each other. */
export interface Meeting {
  /** What both began with. */
  readonly def: StateMachineDefinition;
  /** The edits that arrive first. */
  readonly first: Edits;
  /** Where the first author's edits are split into changes. */
  readonly cut: number;
  /** The edits that arrive second. */
  readonly second: Edits;
  /** Whether the second author's document is at hand. */
  readonly known: boolean;
}

/** Meetings with at most that many edits on each side. */
export function meetings(maxLength: number): fc.Arbitrary<Meeting> {
  const plans = grounds.chain((ground) =>
    fc.tuple(
      taggedMachine,
      sketches(maxLength, ground),
      sketches(maxLength, ground),
      fc.nat({ max: 4 }),
      fc.boolean(),
    )
  );
  return plans.map(([def, first, second, cut, known]) => ({
    def,
    first: frozen(editsOf(def, first, "a")),
    second: frozen(editsOf(def, second, "b")),
    cut,
    known,
  }));
}

/** The edits as the changes they were committed in. */
export function changesOf({ ops, documents }: Edits, cut: number): ChangeStep<MachineOp>[] {
  const parts = [ops.slice(0, cut), ops.slice(cut)].filter((part) => part.length > 0);
  let at = 0;
  return parts.map((part) => {
    const before = documents[at] as StateMachineDefinition;
    at += part.length;
    return { ops: part, gone: goneNames(before, documents[at] as StateMachineDefinition, part) };
  });
}

/** The second author's edits over the first one's. */
export function rebased({ first, cut, second, known }: Meeting): RebaseResult<MachineOp> {
  return rebaseOps(second.ops, changesOf(first, cut), known ? changesOf(second, 0)[0]?.gone : undefined);
}

/** Law 1: what does not conflict applies, and hits what it was meant for. */
export function hitsWhatWasMeant(meeting: Meeting): void {
  const { second } = meeting;
  const result = rebased(meeting);
  if ("conflict" in result) return;
  let now = lastOf(meeting.first);
  for (const op of result.ops) {
    const number = numberOf(op);
    const meant = tagsHit(
      second.documents[number] as StateMachineDefinition,
      second.ops[number] as MachineOp,
    );
    if (!op.op.startsWith("runtime.")) assertEquals(tagsHit(now, op), meant, JSON.stringify(op));
    now = applyPatchOps(now, [op]);
  }
}

/** Law 2: nobody's work is lost, save where both touched the same thing. */
export function keepsBothWorks(meeting: Meeting): void {
  const result = rebased(meeting);
  if ("conflict" in result) return;
  const { def, first, second } = meeting;
  const hasRenames = [...first.ops, ...second.ops].some(changesNames);
  const touched = touchedBy(second);
  const sides = {
    base: observe(def),
    theirs: observe(lastOf(first)),
    mine: observe(lastOf(second)),
    both: observe(applyPatchOps(lastOf(first), result.ops)),
  };
  for (const tag of new Set([...sides.base.keys(), ...sides.theirs.keys(), ...sides.mine.keys()])) {
    assertKept(tag, sides, touched.get(tag) ?? new Set(), hasRenames);
  }
}

interface Sides {
  readonly base: ReadonlyMap<string, Observed>;
  readonly theirs: ReadonlyMap<string, Observed>;
  readonly mine: ReadonlyMap<string, Observed>;
  readonly both: ReadonlyMap<string, Observed>;
}

/** Members with names of other things, which follow renames. */
const REFERRING = new Set([
  "event",
  "nextState",
  "condition",
  "actions",
  "initial",
  "code",
  "raise",
  "parallel.nextState",
  "id",
]);

function assertKept(
  tag: string,
  { base, theirs, mine, both }: Sides,
  touched: ReadonlySet<string>,
  hasRenames: boolean,
): void {
  const [b, t, m, f] = [base.get(tag), theirs.get(tag), mine.get(tag), both.get(tag)];
  if (!b && m) assert(f, `what the second author added is missing: ${tag}`);
  if (!b && t) {
    assert(
      f || t.above.some((above) => base.has(above) && !mine.has(above)),
      `an addition is missing: ${tag}`,
    );
  }
  if (b && !t) assert(!f, `what the first author removed is back: ${tag}`);
  if (b && t && !m) {
    assert(!f || wasMoved(tag, base, theirs), `what the second author removed is there: ${tag}`);
  }
  if (!b || !t || !m) return;
  assert(f, `nobody removed it: ${tag}`);
  assertEquals(f.within, touched.has(PLACE) ? m.within : t.within, `the place of ${tag}`);
  for (const key of new Set([...b.members.keys(), ...t.members.keys(), ...m.members.keys()])) {
    if (hasRenames && REFERRING.has(key)) continue;
    const [before, their, my] = [b, t, m].map(({ members }) => members.get(key));
    assertEquals(f.members.get(key), touched.has(key) || my !== before ? my : their, `${key} of ${tag}`);
  }
}

/** The word for the place of a thing among the members that were touched. */
const PLACE = " place";

/** The members of each thing that an author's operations speak of, whether they change them or not. */
function touchedBy({ ops, documents }: Edits): Map<string, Set<string>> {
  const touched = new Map<string, Set<string>>();
  for (const [index, op] of ops.entries()) {
    const [tag = ""] = tagsHit(documents[index] as StateMachineDefinition, op);
    const { patch = {}, unset = [] } = op as { patch?: object; unset?: string[] };
    const words = /\.(move|nest)$/.test(op.op)
      ? [PLACE]
      : [...Object.keys(patch), ...unset].map((key) => op.op === "parallel.update" ? `parallel.${key}` : key);
    touched.set(tag, new Set([...touched.get(tag) ?? [], ...words]));
  }
  return touched;
}

function wasMoved(tag: string, base: Sides["base"], theirs: Sides["theirs"]): boolean {
  return [tag, ...base.get(tag)?.above ?? []].some((one) =>
    base.get(one)?.within !== theirs.get(one)?.within
  );
}

function changesNames(op: MachineOp): boolean {
  return op.op.endsWith(".rename") ||
    (op.op.endsWith(".update") &&
      ["name", "id"].some((key) => key in ((op as { patch?: object }).patch ?? {})));
}

/** Law 3: either order leads to the same document, save for the order of what was put in the same list by both. */
export function commutesWhenApart(meeting: Meeting): boolean {
  const { def, first, second } = meeting;
  const [theirs, mine] = [changesOf(first, 0), changesOf(second, 0)];
  const forth = rebaseOps(second.ops, theirs, mine[0]?.gone);
  const back = rebaseOps(first.ops, mine, theirs[0]?.gone);
  if ("conflict" in forth || "conflict" in back) return false;
  if (touchSame(def, first, second)) return false;
  const ends = [applyPatchOps(lastOf(first), forth.ops), applyPatchOps(lastOf(second), back.ops)] as const;
  const [a, b] = ends.map(observe) as [Map<string, Observed>, Map<string, Observed>];
  assertEquals(sortedMembers(a), sortedMembers(b));
  const [listsA, listsB] = ends.map(listsIn) as [Map<string, string[]>, Map<string, string[]>];
  const shared = [first, second].map(listsPutInto);
  for (const [within, tags] of listsA) {
    const other = listsB.get(within) ?? [];
    if (shared.every((lists) => lists.has(within))) assertEquals(tags.toSorted(), other.toSorted());
    else assertEquals(tags, other, within);
  }
  return true;
}

/** Whether both changed the same member, or the place of the same thing, or wrote texts that a rename reaches. */
function touchSame(def: StateMachineDefinition, first: Edits, second: Edits): boolean {
  if ([...first.ops, ...second.ops].some(changesNames)) return true;
  const [base, a, b] = [def, lastOf(first), lastOf(second)].map(observe) as unknown as [
    Sides["base"],
    Sides["base"],
    Sides["base"],
  ];
  const hit = [first, second].map(({ ops, documents }) =>
    new Set(
      ops.flatMap((op, index) =>
        /\.(update|move|nest|set)$/.test(op.op)
          ? tagsHit(documents[index] as StateMachineDefinition, op).slice(0, 1)
          : []
      ),
    )
  );
  if ([...hit[0] ?? []].some((tag) => hit[1]?.has(tag))) return true;
  if ([first, second].every(({ ops }) => ops.some(({ op }) => /^(settings|document)\./.test(op)))) {
    return true;
  }
  return [...base].some(([tag, { within }]) =>
    [a, b].every((side) => side.has(tag) && side.get(tag)?.within !== within)
  );
}

/** The lists into which an author put something, be it where it stood before. */
function listsPutInto({ ops, documents }: Edits): Set<string> {
  const lists = new Set<string>();
  for (const [index, op] of ops.entries()) {
    const [before, after] = documents.slice(index, index + 2) as [
      StateMachineDefinition,
      StateMachineDefinition,
    ];
    const [moved] = /\.(move|nest)$/.test(op.op) ? tagsHit(before, op) : [];
    const known = observe(before);
    for (const [tag, { within }] of observe(after)) {
      if (tag === moved || !known.has(tag)) lists.add(within);
    }
  }
  return lists;
}

function sortedMembers(things: Map<string, Observed>): unknown {
  return [...things].map(([tag, { within, members }]) => [tag, within, [...members].toSorted()])
    .toSorted((a, b) => String(a[0]) < String(b[0]) ? -1 : 1);
}

/** Law 6: rebasing over two changes is rebasing over the one, then the other. */
export function composes({ first, cut, second }: Meeting): void {
  const changes = changesOf(first, cut);
  const [one, two] = changes;
  if (!one || !two) return;
  const atOnce = rebaseOps(second.ops, changes);
  const half = rebaseOps(second.ops, [one]);
  const stepwise = "conflict" in half ? half : rebaseOps(half.ops, [two]);
  assertEquals("conflict" in stepwise, "conflict" in atOnce);
  if ("ops" in stepwise) assertEquals<unknown>(stepwise, atOnce);
}

function lastOf({ documents }: Edits): StateMachineDefinition {
  return documents.at(-1) as StateMachineDefinition;
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}
