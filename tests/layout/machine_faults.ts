/**
 * What a clean drawing of a machine must not have.
 *
 * @module
 */
import {
  type Box,
  type DrawnText,
  type MachineDrawing,
  type StateMachineDefinition,
  walkStates,
} from "@loom/protocol";
import type { Drawing } from "./drawing.ts";
import { faultsOf } from "./faults.ts";

/** What rounding may add to a text's length, in world units. */
const SLACK = 0.01;

/** Finds what is wrong in the drawing of a machine: one sentence for each fault, none for a clean one. */
export function machineFaults(definition: StateMachineDefinition, drawing: MachineDrawing): string[] {
  return [
    ...unfaithful(definition, drawing),
    ...faultsOf(shapesOf(drawing)),
    ...overflowing(drawing),
  ];
}

/** The boxes, lines and labels of a machine; the mark of a default is a box and a line too. */
export function shapesOf({ states, edges, initials }: MachineDrawing): Drawing {
  const dots = initials.map(({ of, to, center, radius, points }) => ({
    box: {
      id: `the mark of ${to} in ${of}`,
      parent: of,
      x: center.x - radius,
      y: center.y - radius,
      width: 2 * radius,
      height: 2 * radius,
    },
    edge: { id: `the arrow to ${to} in ${of}`, from: `the mark of ${to} in ${of}`, to, points },
  }));
  return {
    boxes: [
      ...states.map(({ key, parent, box }) => ({ ...box, id: key, parent })),
      ...dots.map(({ box }) => box),
    ],
    edges: [
      ...edges.map(({ id, from, to, points, label }) => ({ id, from, to, points, label: label?.box })),
      ...dots.map(({ edge }) => edge),
    ],
  };
}

/** States and transitions that are not drawn once. */
function unfaithful({ state: root }: StateMachineDefinition, { states, edges }: MachineDrawing): string[] {
  const wanted: string[] = [];
  const drawnStates = new Set(states.map(({ key }) => key));
  for (const { state, parent } of walkStates(root)) {
    // A root that tells nothing but that it contains the others need not be drawn.
    if (parent !== null || drawnStates.has(state.name)) wanted.push(state.name);
    wanted.push(...(state.transitions ?? []).map((_, index) => `${state.name}:${index}`));
    if (state.parallel?.nextState !== undefined) wanted.push(`${state.name}:join`);
  }
  const drawn = [
    ...states.map(({ key }) => key),
    ...states.flatMap(({ rows }) => rows.flatMap(({ id }) => id ?? [])),
    ...edges.map(({ id }) => id),
  ];
  return [
    ...without(wanted, drawn).map((id) => `${id} is not drawn.`),
    ...without(drawn, wanted).map((id) => `${id} is drawn without need.`),
  ];
}

/** What is left of a list when the members of another one are taken out, each once. */
function without(list: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  return list.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}

/** Texts of states and labels that are shown shortened. */
export function cutTexts({ states, edges }: MachineDrawing): string[] {
  const texts = [
    ...states.flatMap(({ title, rows }) => [title, ...rows.flatMap(({ text, detail }) => [text, detail])]),
    ...edges.flatMap(({ label }) => [label?.event, label?.guard, label?.actions]),
  ];
  return texts.flatMap(linesOf).filter(({ text, full }) => text.endsWith("…") && !full.includes("…"))
    .map(({ full }) => full);
}

/** Texts that are wider than what they stand in. */
function overflowing({ states, edges }: MachineDrawing): string[] {
  const inStates = states.flatMap(({ key, box, title, badge, rows, marks }) =>
    [title, badge, ...rows.flatMap(({ text, detail }) => [text, detail]), ...marks.map(({ text }) => text)]
      .flatMap(linesOf)
      .filter((text) => !holds(box, text))
      .map((text) => `The text "${text.text}" does not fit into the box of ${key}.`)
  );
  const inLabels = edges.flatMap(({ id, label }) =>
    [label?.event, label?.guard, label?.actions]
      .flatMap(linesOf)
      .filter((text) => label && !holds(label.box, text))
      .map((text) => `The text "${text.text}" does not fit into the label of ${id}.`)
  );
  return [...inStates, ...inLabels];
}

/** The lines of a text. */
function linesOf(text: DrawnText | undefined): DrawnText[] {
  return text ? [text, ...text.more ?? []] : [];
}

function holds(box: Box, { x, y, width, size, anchor }: DrawnText): boolean {
  const left = anchor === "start" ? x : anchor === "middle" ? x - width / 2 : x - width;
  return left >= box.x - SLACK && left + width <= box.x + box.width + SLACK &&
    y - 0.7 * size >= box.y && y <= box.y + box.height;
}
