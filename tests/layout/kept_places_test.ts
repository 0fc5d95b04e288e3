/**
 * Pictures whose boxes stay where they are keep what holds for those that are arranged as a whole.
 *
 * @module
 */
import { drawMachine, type MachineDrawing, type StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { edgesAlongBorders } from "./crossings.ts";
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
