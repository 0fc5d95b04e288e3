import type { OverlayMark, OverlayTransition, PictureOverlay } from "../../picture/overlay.ts";
import type { CanvasTheme } from "../../picture/theme.ts";
import type { MachineDrawing } from "../draw/machine_drawing.ts";

/** The look of a mark: its colour, and a sign and a dash for those who do not see colours. */
export interface MarkLook {
  readonly color: keyof CanvasTheme;
  readonly sign: string;
  readonly dash?: string;
  readonly opacity?: number;
}

/** The looks of marks; the order is that of the legend. */
export const MARK_LOOKS: Readonly<Record<OverlayMark, MarkLook>> = {
  added: { color: "active", sign: "+" },
  changed: { color: "drawSource", sign: "~" },
  removed: { color: "danger", sign: "−", dash: "6 4" },
  covered: { color: "active", sign: "✓" },
  missed: { color: "faint", sign: "○", dash: "2 4", opacity: 0.7 },
};

/** An overlay by the parts of a drawing. */
export interface DrawnOverlay {
  /** By the key of a state. */
  readonly states: ReadonlyMap<string, OverlayMark>;
  /** By the id of a transition. */
  readonly transitions: ReadonlyMap<string, OverlayMark>;
  /** The steps of a walk, by the id of a transition. */
  readonly steps: ReadonlyMap<string, readonly number[]>;
}

/** A transition of a drawing, as an overlay finds it. */
interface Found {
  readonly id: string;
  readonly state: string;
  readonly target: string;
  readonly event: string;
  readonly condition: string;
}

/** Finds the parts of a drawing that an overlay is about; what the drawing does not have is passed over. */
export function drawnOverlay(drawing: MachineDrawing, overlay: PictureOverlay = {}): DrawnOverlay {
  const { states = {}, transitions = [], walk = [] } = overlay;
  const all = transitionsOf(drawing);
  const idOf = (wanted: OverlayTransition) => find(all, wanted)?.id;
  const steps = new Map<string, number[]>();
  walk.forEach((transition, at) => {
    const id = idOf(transition);
    if (id !== undefined) steps.set(id, [...steps.get(id) ?? [], at + 1]);
  });
  return {
    states: new Map(drawing.states.flatMap(({ key, name }): [string, OverlayMark][] => {
      const mark = Object.hasOwn(states, name) ? states[name] : undefined;
      return mark ? [[key, mark]] : [];
    })),
    transitions: new Map(transitions.flatMap((one): [string, OverlayMark][] => {
      const id = idOf(one);
      return id === undefined ? [] : [[id, one.mark]];
    })),
    steps,
  };
}

function transitionsOf({ states, edges }: MachineDrawing): Found[] {
  const names = new Map(states.map(({ key, name }) => [key, name]));
  return [
    ...edges.filter(({ kind }) => kind === "transition").map(({ id, from, to, event, guard }) => ({
      id,
      state: names.get(from) ?? from,
      target: names.get(to) ?? to,
      event,
      condition: guard,
    })),
    ...states.flatMap(({ name, rows }) =>
      rows.flatMap(({ id, text }) =>
        id === undefined ? [] : [{ id, state: name, target: "", event: text.full, condition: "" }]
      )
    ),
  ];
}

function find(
  all: readonly Found[],
  { state, index, event = "", target = "", condition = "" }: OverlayTransition,
): Found | undefined {
  const own = all.filter((one) => one.state === state);
  if (index !== undefined) return own.find(({ id }) => id.endsWith(`:${index}`));
  const says = (text: string) =>
    event === "" ? text === "" : text.split(/[\s,|]+/).includes(event) || text === event;
  const like = own.filter((one) => one.target === target && says(one.event));
  return like.find((one) => one.condition === condition) ?? like[0] ??
    own.find((one) => one.target === target && target !== "" && /[*]|^$/.test(one.event));
}
