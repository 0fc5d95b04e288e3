/**
 * The texts of parameters, for agents and for the page about the tools alike. An agent pays for each word: a parameter
 * has one where its name, its type and the description of its tool do not say all. A row is about all tools, or with
 * the tool's name and a dot before it about that one; an empty text is none. Tools of the kinds' commands have their
 * texts from there.
 */
export const PARAMETERS: Readonly<Record<string, string>> = {
  expected_revision: "refused at any other",
  index: "from 0",
  onEntry: "code or objects",
  actions: "code or objects",
  invoke: "tasks, machine files",
  region: "as a parallel region",
  source: "made when missing",
  as_key: "host key",
  allow_unknown: "event or target",

  "set_project_file.path": "or loom-chronicle://episode/name",

  "list_events.source": "",
  "remove_event.cascade": "and what uses it",
  "add_timer.name": "in actions",
  "add_timer.duration": "ms",

  "remove_state.cascade": "and transitions into it",
  "set_parallel.regions": "all, in order",
  "set_parallel.nextState": "when all are complete",

  "add_transition.event": '"": none',
  after: "ms",
  "update_transition.index": "which, from 0",
  "update_transition.nextState": '"": internal',
  "remove_transition.nextState": '"": internal ones',
  "remove_transition.index": "which, from 0",
  "add_object.instance": "name in guards and actions",
  "add_data.fields": "optional, values, items, fields, minimum, ...",
  "set_notes.target": 'state, entity or "message 2"',

  "get_definition.path": "JSON pointer or name",
  "get_definition.depth": "levels of states",
  "get_definition.offset": "within a long text",
  "list_states.depth": "levels below",

  "render_diagram.path": "default: beside the document",
  "render_diagram.scale": "of png: 0.1 to 8",
  "render_diagram.notation": "crowsfoot or chen",
  "render_diagram.style": "such as fit, focus, arrange",
  "render_diagram.active": "states to highlight",
  "generate_code.path": "file or folder",
  "generate_code.runtime": "module to import it from",
  "generate_code.types": "module of the objects' classes",
  "generate_code.force": "despite errors",
  "simulate.events": 'id, "+5s", {event,payload}',
  "simulate.stubs": "call to result",
  "run_tests.tests": "name, steps: event, payload, advance, guards, stubs, expect",
  "run_tests.path": "of a test file",
  "simulate.guards": 'by text; "*": the rest',
  "diff_definition.path": "of another definition",
  "diff_definition.reverse": "towards the other one",
  "export_definition.dialect": "postgres, sqlite, mysql or tsql",
  "export_definition.path": "default: the answer",
  "import_definition.path": "in place of text",
  "import_definition.format": "default: detected",
};

/** The text of a tool's parameter, if it has one. */
export function parameterText(tool: string, parameter: string): string | undefined {
  const own = `${tool}.${parameter}`;
  const row = Object.hasOwn(PARAMETERS, own) ? own : parameter;
  return Object.hasOwn(PARAMETERS, row) ? PARAMETERS[row] || undefined : undefined;
}
