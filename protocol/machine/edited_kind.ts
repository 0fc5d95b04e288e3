import type { EditCommand } from "../command.ts";
import { isObject } from "../json/value.ts";
import type { DocumentElement, EditedContent, EditedKind } from "../kind.ts";
import { DATA_COMMANDS } from "./command/data.ts";
import { SET_NOTES_COMMAND } from "./command/settings.ts";
import { objectsIn } from "./lookup.ts";
import type { MachineOp } from "./ops.ts";
import { machinePlaceables } from "./part/arranged_machine.ts";
import { emptyDefinition, MACHINE_CHANGES } from "./patch.ts";
import { MACHINE_SHAPE } from "./shape.ts";
import { MACHINE_TEMPLATES } from "./templates.ts";
import { walkStates } from "./tree.ts";
import type { DataField, Event, EventSource, StateMachineDefinition, Timer } from "./types.ts";

/** State machines as far as editing needs them. */
export const EDITED_MACHINE_KIND: EditedKind<StateMachineDefinition, MachineOp> & {
  readonly content: EditedContent<StateMachineDefinition, MachineOp>;
} = {
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
    pictures: { placeables: machinePlaceables },
    setNotes: SET_NOTES_COMMAND,
    commands: DATA_COMMANDS as readonly object[] as readonly EditCommand<StateMachineDefinition, MachineOp>[],
    templates: MACHINE_TEMPLATES,
    nameOf: ({ settings }) => {
      const name: unknown = isObject(settings) ? settings.name : undefined;
      return typeof name === "string" ? name : undefined;
    },
    empty: emptyDefinition,
    elements,
  },
};

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
  for (const [index, { name, type }] of objectsIn<DataField>(document.settings?.data).entries()) {
    found.push({ type: "data", name, path: `/settings/data/${index}`, text: `data ${name}: ${type}` });
  }
  return found;
}
