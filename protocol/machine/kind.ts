import { isObject } from "../json/value.ts";
import { type Placeable, wholeNames } from "../arrangement/element_keys.ts";
import type { EditCommand } from "../command.ts";
import type { Box } from "../geometry/box.ts";
import type { DocumentElement, DocumentKind, PictureStyle } from "../kind.ts";
import { renderAscii } from "./ascii/render_ascii.ts";
import { renderAsciiBoxes } from "./ascii/boxes/render_ascii_boxes.ts";
import { arrangedStyle } from "../arrangement/arranged_style.ts";
import { DATA_COMMANDS } from "./command/data.ts";
import { SET_NOTES_COMMAND } from "./command/settings.ts";
import { drawMachine } from "./draw/draw_machine.ts";
import { type SurveyedState, surveyStates } from "./draw/survey.ts";
import { objectsIn } from "./lookup.ts";
import { renderMermaid } from "./mermaid/render_mermaid.ts";
import type { MachineOp } from "./ops.ts";
import { emptyDefinition, MACHINE_CHANGES } from "./patch.ts";
import { MACHINE_SHAPE } from "./shape.ts";
import { renderSvg } from "./svg/render_svg.ts";
import { compareMachines } from "./part/compare_machines.ts";
import { partOfMachine } from "./part/part_of_machine.ts";
import { MACHINE_TEMPLATES } from "./templates.ts";
import { walkStates } from "./tree.ts";
import type { Event, EventSource, StateMachineDefinition, Timer } from "./types.ts";

/** State machines, `.smdf.json`; their findings need the engine, which adds them to the row. */
export const MACHINE_KIND: DocumentKind<StateMachineDefinition, MachineOp> = {
  kind: "machine",
  title: "state machine",
  extension: ".smdf.json",
  otherExtensions: [".smdf.xml", ".xml", ".fsm"],
  wrapperKeys: ["stateMachine", "StateMachine"],
  keys: ["state"],
  lists: [],
  without: [],
  content: {
    shape: { table: MACHINE_SHAPE, root: "StateMachineDefinition" },
    changes: MACHINE_CHANGES,
    pictures: { svg, ascii, mermaid: (document) => renderMermaid(document), placeables, boxes },
    setNotes: SET_NOTES_COMMAND,
    commands: DATA_COMMANDS as readonly object[] as readonly EditCommand<StateMachineDefinition, MachineOp>[],
    templates: MACHINE_TEMPLATES,
    nameOf: ({ settings }) => {
      const name: unknown = isObject(settings) ? settings.name : undefined;
      return typeof name === "string" ? name : undefined;
    },
    empty: emptyDefinition,
    findings: () => [],
    elements,
  },
};

function svg(document: StateMachineDefinition, style: PictureStyle): string {
  const { theme, active, actions, title, labels, notes } = style;
  // The earlier version of a machine is a machine.
  const compared = style.before &&
    compareMachines(style.before as object as StateMachineDefinition, document);
  const { definition = document, overlay = style.overlay } = compared ?? {};
  const heading = title === undefined ? {} : { title };
  const { shown, ...shape } = shapeOf(definition, style);
  return renderSvg(shown, { theme, active, actions, labels, notes, overlay, ...shape, ...heading });
}

/** The part of a machine that is drawn, and how it is arranged. */
function shapeOf(
  document: StateMachineDefinition,
  style: Pick<PictureStyle, "arrangement" | "direction" | "space" | "part">,
) {
  const { direction = "auto", space, boxesOf, collapsedOf } = arrangedStyle(style);
  const byId = new Map(placeables(document).map((element) => [element.id, element]));
  const closed = collapsedOf([...byId.values()]).flatMap((id) => byId.get(id)?.names.at(-1) ?? []);
  const collapse = [...new Set([...style.part?.collapse ?? [], ...closed])];
  const shown = partOfMachine(document, { ...style.part, collapse });
  return { shown, direction, space, positions: boxesOf(placeables(shown)) };
}

/** The states but for the root, which has the others inside and goes where they are. */
function placeables(document: StateMachineDefinition): Placeable[] {
  const names = new Map<SurveyedState, readonly string[]>();
  return surveyStates(document).states.flatMap((state) => {
    const outer = state.parent && names.get(state.parent);
    const own = outer ? [...outer, state.outline.name] : [];
    names.set(state, own);
    return outer ? [{ id: state.key, names: own }] : [];
  });
}

function boxes(
  document: StateMachineDefinition,
  { arrangement }: Pick<PictureStyle, "arrangement">,
): ReadonlyMap<string, Box> {
  const { shown, ...shape } = shapeOf(document, { arrangement });
  const [all, drawn] = [placeables(document), placeables(shown)];
  const names = wholeNames(all);
  const ids = new Map(all.map(({ id }, at) => [names[at], id]));
  const placed = new Map(drawMachine(shown, shape).states.map(({ key, box }) => [key, box]));
  const shownNames = wholeNames(drawn);
  // Ids of states with equal names depend on what else is drawn.
  return new Map(drawn.flatMap((element, at) => {
    const [id, box] = [ids.get(shownNames[at]), placed.get(element.id)];
    return id !== undefined && box ? [[id, box]] : [];
  }));
}

function ascii(document: StateMachineDefinition, { active, actions, view, columns }: PictureStyle): string {
  const draw = view === "boxes" ? renderAsciiBoxes : renderAscii;
  return draw(document, active, { actions, ...(columns === undefined ? {} : { width: columns }) });
}

function elements(document: StateMachineDefinition): DocumentElement[] {
  const found: DocumentElement[] = [];
  for (const { state, path } of walkStates(document.state)) {
    const name = String(state.name);
    found.push({ type: "state", name, path, text: `state ${name}` });
  }
  for (const [index, source] of objectsIn<EventSource>(document.events).entries()) {
    for (const [type, list] of [["event", "events"], ["timer", "timers"]] as const) {
      for (const [at, item] of objectsIn<Event | Timer>(source[list]).entries()) {
        const name = String(item.id);
        const aliases = "name" in item && typeof item.name === "string" ? [item.name] : undefined;
        const path = `/events/${index}/${list}/${at}`;
        found.push({ type, name, path, text: `${type} ${name}`, ...(aliases ? { aliases } : {}) });
      }
    }
  }
  return found;
}
