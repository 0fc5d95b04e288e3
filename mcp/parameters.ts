/**
 * Descriptions of parameters for the page about the tools: an agent gets fewer words, since it pays for each of them.
 * A row is about all tools, or with the tool's name and a dot before it about that one.
 */
export const PARAMETERS: Readonly<Record<string, string>> = {
  dry_run: "tells what would be done, and does nothing",
  "check_system.system":
    "the path of the system; default: the active document, else the nearest that lists it",
  expected_revision: "the revision that the document must have; with another one nothing is changed",
  overwrite: "replaces what is there, which is refused without",
  description: 'what it means; `""` clears it',
  index: "its place in the list, from 0; default: at the end",
  name: "its name, which no other state has",
  prompt: "what an agent is asked to resolve while the machine is in the state",
  onEntry: "what is done on entering: code as text, or actions as the document has them; `[]` clears it",
  onExit: "what is done on leaving",
  region: "makes it a region, which runs side by side with the others, in place of a child",
  state: "the name of the state",
  event: "the id of the event or timer that is waited for",
  allow_unknown: "takes an event and a target that are not there yet",
  source: "the name of the event source, which is made when it is missing; default: the first",
  history: "how much a history state brings back: the child, or all below it",
  as_key: "texts that do not parse are keys that the host registers: no warning",
  condition: "the guard: it is taken only when this is true",

  "create_state_machine.namespace": "the namespace, such as `Examples.Shop`",
  "create_state_machine.name": "the machine's name, such as `Checkout`",
  "create_state_machine.asynchronous": "whether generated code queues events; default: no",
  "load_definition.json": "the definition, wrapped in `stateMachine` or not",
  "set_project_file.path":
    "a path, relative to the active document's folder, or an address such as `loom-chronicle://12/door`",

  "add_event.id": "its id, which no other event or timer has",
  "add_event.parameters": "what comes along with it: names and their types",
  "update_event.id": "the id of the event or timer",
  "update_event.new_id": "the id from now on; transitions and actions follow",
  "remove_event.id": "the id of the event or timer",
  "remove_event.cascade":
    "removes the transitions that wait for it, too, and the actions that raise, start or stop it",
  "add_timer.id": "the id of the event that it raises",
  "add_timer.name": "its name in actions; default: the id",
  "add_timer.state":
    "the state that starts it on entry and stops it on exit; default: none, actions start it",
  "add_timer.duration": "how long it runs, in milliseconds; goes with `state`",
  "add_timer.repeat": "how long it runs each time after that, in milliseconds; default: it does not",

  "add_state.parent": "the name of the state around it; default: the root",
  "add_state.kind": "what it is; default: `normal`",
  "update_state.kind": "what it is from now on",
  "update_state.name": "the name of the state",
  "remove_state.name": "the name of the state",
  "remove_state.cascade": "removes the transitions into it, and whatever else names it, too",
  "rename_state.name": "its name now; of several states of that name the first is renamed",
  "rename_state.new_name": "its name from now on; every reference follows",
  "move_state.name": "the name of the state",
  "move_state.parent": "the name of the state that will be around it; default: the one that is",
  "set_initial.initial": 'the name of a state below it; `""` for the first child',
  "set_prompt.prompt": 'the prompt; `""` clears it',
  "set_parallel.regions": "all regions in their order; one that is left out becomes a child; `[]` for none",
  "set_parallel.nextState": 'the state that follows when every region is complete; `""` for none',

  "add_transition.event": 'the id of an event or timer; `""` for none: it is taken as soon as it can be',
  "add_transition.nextState": "the state that it leads to; default: none, the state stays",
  "add_transition.actions": "what it does: code as text, or actions as the document has them",
  "update_transition.index": "which one of the state's transitions, from 0, where several wait for the event",
  "update_transition.new_event": 'the event that it waits for from now on; `""` for none',
  "update_transition.nextState": 'the state that it leads to from now on; `""`: the state stays',
  "update_transition.actions": "what it does from now on; `[]` for nothing",
  "update_transition.to_index": "its place among the state's transitions from now on",
  "remove_transition.nextState": 'only those to this state; `""`: only those that stay',
  "remove_transition.index": "only this one of the state's transitions, from 0",
  "add_object.instance": "the name that guards and actions use",
  "add_object.class": "its type",
  "set_notes.target": "the name of a state or entity; default: the diagram",
  "set_notes.notes": 'the note; `""` clears it',
  "apply_patch.ops":
    "the [operations](#operations) in their order; what one refers to, an earlier one may make",

  "get_definition.path": "the name of a state, event or timer, or a JSON pointer; default: all",
  "get_definition.depth": "how many levels of states are given whole; deeper ones by name",
  "get_definition.offset":
    "the character to begin at, from 0, where the part is a text that is given in pieces",
  "list_events.source": "the name of the event source; default: all",
  "list_states.state": "the name of the state to begin at; default: the root",
  "list_states.depth": "how many levels below it; default: all",

  "render_diagram.format": "default: `png`",
  "render_diagram.path": "where it is written; default: beside the document, under its name",
  "render_diagram.scale": "of a `png`, from 0.1 to 8; default: 2, or what fits 2000 pixels",
  "render_diagram.theme": "default: `dark`",
  "render_diagram.notation":
    "of a document that has several, such as `crowsfoot` (default) and `chen` of an ERD",
  "render_diagram.stamp": "puts the time into the default name, so that no older drawing is replaced",
  "render_diagram.open": "shows it to the person at this machine; not over HTTP",
  "render_diagram.active": "the names of states to highlight",
  "generate_code.language": "the language of the code",
  "generate_code.path":
    "the file that is written, or the folder that it is written into; default: none, the answer has the code",
  "generate_code.runtime":
    "the module that the code imports the runtime library from; default: the published one",
  "generate_code.types":
    "the module that has the classes of the machine's objects; default: none, interfaces are generated",
  "generate_code.force": "generates from a machine with errors, too",
  "generate_rispec.intent": "what the machine is for; default: what the document says",
  "generate_rispec.system": "refused: only machines are described yet",
  "simulate.events":
    'steps: `"open"`, `\'open {"key": 1}\'`, `"+500"` or `"+5s"` for time, or `{"event": "open", "payload": {}}`',
  "simulate.context": "the data that guards and actions begin with",
  "simulate.stubs": 'results of host functions by name, such as `{"cart.total": 10}`; default: null',
  "simulate.guards": 'answers in place of guards, by their text; `"*"` is for all others',
  "simulate.trace": "tells everything that happens inside",
  "diff_definition.path":
    "the file of the other definition; default: how the document was when this session began",
  "diff_definition.json": "the other definition",
  "diff_definition.reverse": "tells what leads from the document to the other one",
  "export_definition.format":
    "`json`, `xml` or `mermaid` of a machine; `json`, `sql`, `dbml`, `mermaid`, `json-schema` or `typescript` of an entity-relationship diagram",
  "export_definition.dialect": "of SQL: `postgres` (default), `sqlite`, `mysql` or `tsql`",
  "export_definition.path": "the file that is written; default: none, the answer has the text",
  "import_definition.text": "the text to take; or `path`",
  "import_definition.path": "the file to take; or `text`",
  "import_definition.format": "default: what name and content tell",
  "import_definition.dialect": "of SQL; default: what the script looks like",
};

/** The description of a tool's parameter. */
export function parameterText(tool: string, parameter: string): string | undefined {
  const own = `${tool}.${parameter}`;
  if (Object.hasOwn(PARAMETERS, own)) return PARAMETERS[own];
  return Object.hasOwn(PARAMETERS, parameter) ? PARAMETERS[parameter] : undefined;
}
