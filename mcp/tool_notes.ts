/** Notes on single tools for the page of tools, beyond their descriptions. */
export const TOOL_NOTES: Readonly<Record<string, string>> = {
  create_state_machine: "The namespace is dotted, such as `Examples.Shop`.",
  load_definition: "The definition is wrapped in `stateMachine` or not.",
  set_project_file: "A path is relative to the active document's folder.",
  get_definition:
    "Without a path it gives all. States deeper than `depth` are given by name; `offset` goes on where a text is given in pieces.",
  list_states: "It begins at the root, and goes down to the leaves.",
  update_event: "Transitions and actions follow a new id.",
  remove_event:
    "With `cascade`, the transitions that wait for it and the actions that raise, start or stop it go too.",
  remove_state: "With `cascade`, the transitions into it and whatever else names it go too.",
  rename_state: "Of several states of that name the first is renamed.",
  set_parallel: "A region that is left out becomes a child; `[]` leaves none.",
  add_transition:
    "Without an event it is taken as soon as it can be. A condition must be true for it to be taken.",
  update_transition:
    "`index` chooses where several wait for the event; `to_index` is the place among the state's transitions.",
  add_timer:
    "Without a name it is called as its id; without a state, actions start it. `repeat` is how long it runs each time after the first.",
  simulate:
    'Events are `"open"`, `\'open {"key": 1}\'`, `"+500"` or `"+5s"` for time, or `{"event": "open", "payload": {}}`. Guards are ' +
    'answered by their text; stubs are such as `{"cart.total": 10}`, and null without. Invoked machines run.',
  run_tests:
    'A test is such as `{"name": "opens", "steps": ["open", {"advance": "5s", "expect": {"state": "Closed"}}]}`; ' +
    "`engine/TESTING.md` has all of it. Coverage is in percent.",
  render_diagram:
    "Without parameters it is a light `png` beside the document, in scale 2 or what fits 2000 pixels. `stamp` puts the time into its name, " +
    "so that no older drawing is replaced; `open` works for people at this machine, not over HTTP.",
  generate_code:
    "The runtime library is the published one, and the machine's objects are interfaces, where no modules are named.",
  generate_rispec:
    "The intent is what the document says, where none is given. A system is described with its members, and a scenario by its walk through the machines.",
  diff_definition:
    "The other definition is a file, or JSON text; without one, how the document was when this session began.",
  export_definition:
    "A machine has `json`, `xml` and `mermaid`; an entity-relationship diagram `json`, `sql` (of `postgres` without a dialect), " +
    "`dbml`, `mermaid`, `json-schema` and `typescript`.",
  import_definition: "Name and content tell the format and the dialect, where they are not given.",
  check_system: "Without a path, it is the active document, or the nearest system that lists it.",
};
