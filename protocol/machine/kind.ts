import { cloneJson } from "../json/clone.ts";
import { equalJson } from "../json/equal.ts";
import { isObject, type JsonObject } from "../json/value.ts";
import type { Changes, DocumentElement, DocumentKind, PictureStyle } from "../kind.ts";
import { done, refused, type Result } from "../refusal.ts";
import { renderAscii } from "./ascii.ts";
import { renderAsciiBoxes } from "./ascii_boxes/render_ascii_boxes.ts";
import { objectsIn } from "./lookup.ts";
import { renderMermaid } from "./mermaid.ts";
import { opLine } from "./op_text.ts";
import type { MachineOp } from "./ops.ts";
import { MACHINE_OP_SHAPE } from "./op_shape.ts";
import { applyPatchOps } from "./patch/apply.ts";
import { diffDefinition, emptyDefinition } from "./patch/diff.ts";
import { PatchError } from "./patch/error.ts";
import { invertOps } from "./patch/invert.ts";
import { parseMachineOps } from "./patch/parse.ts";
import { goneNames } from "./patch/rebase/gone.ts";
import { rebaseOps } from "./patch/rebase/rebase_ops.ts";
import { MACHINE_SHAPE } from "./shape.ts";
import { renderSvg } from "./svg/render_svg.ts";
import { MACHINE_TEMPLATES } from "./templates.ts";
import { collectStateNames, findState, walkStates } from "./tree.ts";
import type { Event, EventSource, State, StateMachineDefinition, Timer } from "./types.ts";

const CHANGES: Changes<StateMachineDefinition, MachineOp> = {
  names: MACHINE_OP_SHAPE.map(({ fields }) => JSON.parse(fields[0]?.type ?? '""')),
  parse: (value) => attempt(() => parseMachineOps(value)),
  apply: (document, ops) => attempt(() => applyPatchOps(document, ops)),
  diff: diffDefinition,
  invert: invertOps,
  gone: goneNames,
  rebase: (ops, over, gone) => rebaseOps(ops, over, gone),
  line: opLine,
  added,
  isUnique: ({ op }) => op === "state.add" || op === "event.add" || op === "timer.add",
  count,
  additions,
};

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
    changes: CHANGES,
    pictures: { svg, ascii, mermaid: (document) => renderMermaid(document) },
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

function attempt<Value>(run: () => Value): Result<Value> {
  try {
    return done(run());
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    return refused({ code: error.code, message: error.message });
  }
}

function svg(document: StateMachineDefinition, { theme, active, actions, title }: PictureStyle): string {
  return renderSvg(document, { theme, active, actions, ...(title === undefined ? {} : { title }) });
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
        found.push({ type, name, path: `/events/${index}/${list}/${at}`, text: `${type} ${name}` });
      }
    }
  }
  return found;
}

function added(op: MachineOp): unknown {
  switch (op.op) {
    case "state.add":
      return op.state;
    case "event.add":
      return op.event;
    case "timer.add":
      return op.timer;
    case "eventSource.add":
      return op.source;
    case "parameter.add":
      return op.parameter;
    case "transition.add":
      return op.transition;
    case "action.add":
      return op.action;
    default:
      return undefined;
  }
}

function count(op: MachineOp, document: StateMachineDefinition): number {
  const sources = objectsIn<EventSource>(document.events);
  const events = sources.flatMap((source) => objectsIn<Event>(source.events));
  const state = (name: string) => isObject(document.state) ? findState(document.state, name) : undefined;
  switch (op.op) {
    case "state.add":
      return state(op.state.name) ? 1 : 0;
    case "event.add":
      return events.filter(({ id }) => id === op.event.id).length;
    case "timer.add":
      return sources.flatMap((source) => objectsIn<Timer>(source.timers)).filter(({ id }) =>
        id === op.timer.id
      )
        .length;
    case "eventSource.add":
      return times(sources, op.source);
    case "parameter.add":
      return times(events.find(({ id }) => id === op.eventId)?.parameters, op.parameter);
    case "transition.add":
      return times(state(op.state)?.transitions, op.transition);
    case "action.add":
      return times(state(op.state)?.[op.hook]?.actions, op.action);
    default:
      return 0;
  }
}

function times(items: unknown, item: unknown): number {
  return Array.isArray(items) ? items.filter((one) => equalJson(one, item)).length : 0;
}

/** Of a `parallel.set`, the regions whose names are free. */
function additions(op: MachineOp, document: StateMachineDefinition): MachineOp[] {
  if (op.op !== "parallel.set" || !isObject(op.parallel) || !isObject(document.state)) return [];
  const { states } = op.parallel as JsonObject;
  const taken = new Set(collectStateNames(document.state));
  return (Array.isArray(states) ? states.filter(isNamedState) : [])
    .filter((region) => collectStateNames(region).every((name) => !taken.has(name)))
    .map((state) => ({ op: "state.add", parent: op.state, state: cloneJson(state), region: true }));
}

function isNamedState(value: unknown): value is State {
  return isObject(value) && typeof value["name"] === "string";
}
