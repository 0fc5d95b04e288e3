import { writeMachineD2 } from "./d2/write_d2.ts";
import { writeMachineDot } from "./dot/write_dot.ts";
import { writeMachineDrawio } from "./drawio/write_drawio.ts";
import { writeMachinePlantUml } from "./plantuml/write_plantuml.ts";
import { isObject } from "../json/value.ts";
import type { EditCommand } from "../command.ts";
import type { DocumentElement, DocumentKind, PictureStyle } from "../kind.ts";
import { renderAscii } from "./ascii/render_ascii.ts";
import { renderAsciiBoxes } from "./ascii/boxes/render_ascii_boxes.ts";
import { DATA_COMMANDS } from "./command/data.ts";
import { SET_NOTES_COMMAND } from "./command/settings.ts";
import { objectsIn } from "./lookup.ts";
import { renderMermaid } from "./mermaid/render_mermaid.ts";
import type { MachineOp } from "./ops.ts";
import { emptyDefinition, MACHINE_CHANGES } from "./patch.ts";
import { MACHINE_SHAPE } from "./shape.ts";
import { renderSvg } from "./svg/render_svg.ts";
import { arrangedMachine, arrangedStates, machinePlaceables } from "./part/arranged_machine.ts";
import { compareMachines } from "./part/compare_machines.ts";
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
    pictures: {
      diagrams: {
        d2: { write: writeMachineD2 },
        dot: { write: writeMachineDot },
        plantuml: { write: writeMachinePlantUml },
        drawio: { write: writeMachineDrawio },
      },
      svg,
      comparesInOne: true,
      ascii,
      mermaid: (document) => renderMermaid(document),
      placeables: machinePlaceables,
      arrange: arrangedStates,
    },
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
  const { theme, active, actions, title, lineStyle, labels, notes, animate } = style;
  // The earlier version of a machine is a machine.
  const compared = style.before &&
    compareMachines(style.before as object as StateMachineDefinition, document);
  const { definition = document, overlay = style.overlay } = compared ?? {};
  const heading = title === undefined ? {} : { title };
  const { shown, ...shape } = arrangedMachine(definition, style);
  return renderSvg(shown, {
    theme,
    active,
    actions,
    lineStyle,
    labels,
    notes,
    overlay,
    animate,
    ...shape,
    ...heading,
  });
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
