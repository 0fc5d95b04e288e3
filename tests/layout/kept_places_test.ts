/**
 * Pictures whose boxes stay where they are keep what holds for those that are arranged as a whole.
 *
 * @module
 */
import { drawMachine, type MachineDrawing, type StateMachineDefinition, walkStates } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { edgesAlongBorders } from "./crossings.ts";
import { edgesThroughLabels } from "./overlaps.ts";
import { hiddenHeads, leaningLines, lostLabels, slantedEnds } from "./ends.ts";
import { machineFaults, shapesOf } from "./machine_faults.ts";
import { generatedMachines, type NamedMachine, writtenMachines } from "./samples.ts";

const MACHINES: readonly NamedMachine[] = [
  ...writtenMachines(),
  ...generatedMachines([10, 20, 40, 60], [1, 2], false),
  ...generatedMachines([10, 20, 40, 60], [1, 2], true),
];

/** The share of labels that may be beside their lines: boxes that stay may leave no room for both. */
const BESIDE = 0.01;

function placesOf({ states }: MachineDrawing) {
  return Object.fromEntries(states.map(({ key, box }) => [key, box]));
}

function faultsIn(definition: StateMachineDefinition, drawing: MachineDrawing): string[] {
  const shapes = shapesOf(drawing);
  return [
    ...machineFaults(definition, drawing),
    ...slantedEnds(shapes),
    ...hiddenHeads(shapes),
    ...leaningLines(shapes),
    ...edgesAlongBorders(shapes).map(String),
  ];
}

Deno.test("drawMachine() draws clean lines around the boxes of a layout file", () => {
  let [labels, beside] = [0, 0];
  for (const { name, definition } of MACHINES) {
    const drawing = drawMachine(definition, { positions: placesOf(drawMachine(definition)) });
    assertEquals({ name, faults: faultsIn(definition, drawing) }, { name, faults: [] });
    labels += drawing.edges.length;
    beside += lostLabels(shapesOf(drawing)).length;
  }
  assert(beside <= BESIDE * labels, `${beside} of ${labels} labels are beside their lines`);
});

Deno.test("drawMachine() draws clean lines after a state was added to a picture that stays", () => {
  for (const { name, definition } of MACHINES) {
    const previous = drawMachine(definition);
    const [first] = definition.state.states ?? [];
    const event = definition.events?.[0]?.events?.[0]?.id ?? "go";
    if (!first) continue;
    const added = { name: "AddedState", transitions: [{ event, nextState: first.name }] };
    const states = [
      { ...first, transitions: [...first.transitions ?? [], { event, nextState: added.name }] },
      ...(definition.state.states ?? []).slice(1),
      added,
    ];
    const edited = { ...definition, state: { ...definition.state, states } };
    const drawing = drawMachine(edited, { previous });
    assertEquals({ name, faults: faultsIn(edited, drawing) }, { name, faults: [] });
    const isMoved = ({ key, box }: MachineDrawing["states"][number]) =>
      previous.states.some((old) => old.key === key && (old.box.x !== box.x || old.box.y !== box.y));
    assert(drawing.states.filter(isMoved).length <= 2, name);
  }
});

Deno.test("drawMachine() gives a root without a place the size that it had, with room for the lines in it", () => {
  for (const { name, definition } of writtenMachines()) {
    const before = drawMachine(definition, { root: true });
    const { [definition.state.name]: _, ...positions } = placesOf(before);
    const lines = before.edges.map(({ from, to, points, label }) => ({
      from,
      to,
      points,
      ...(label ? { label: label.box } : {}),
    }));
    const { width, height } = drawMachine(definition, { root: true, positions, lines });
    assertEquals({ name, width, height }, { name, width: before.width, height: before.height });
  }
});

/** The share of lines that may run through a label after one was added between others that stay. */
const COVERED = 0.08;

Deno.test("drawMachine() gives the label of a transition that is added between others a place of its own", () => {
  let [added, covered] = [0, 0];
  for (const nested of [false, true]) {
    for (const { definition } of generatedMachines([6, 12, 20], [1, 2, 3, 4, 5, 6], nested)) {
      const previous = drawMachine(definition);
      for (const number of [0, 2, 4]) {
        const edited = structuredClone(definition);
        const source = [...walkStates(edited.state)].map(({ state }) => state)
          .filter(({ transitions = [] }) =>
            transitions.some(({ nextState }) => nextState !== undefined)
          )[number];
        const nextState = source?.transitions?.find((one) => one.nextState !== undefined)?.nextState;
        if (source?.transitions === undefined || nextState === undefined) continue;
        source.transitions.push({ after: 5000, nextState });
        const drawing = drawMachine(edited, { previous });
        assertEquals(machineFaults(edited, drawing), []);
        added += 1;
        if (edgesThroughLabels(shapesOf(drawing)).length > edgesThroughLabels(shapesOf(previous)).length) {
          covered += 1;
        }
      }
    }
  }
  assert(
    covered <= COVERED * added,
    `${covered} of ${added} transitions have a label with a line through it`,
  );
});
