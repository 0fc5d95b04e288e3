import type { KindName } from "@loom/protocol";
import type { Toolset } from "./tool.ts";

const INSTRUCTIONS = `The loom designs hierarchical state machines in one JSON file, the active document \
(get_project_file; set_project_file switches). People and other agents may edit it at the same time: read again \
before you rely on what you read; apply_patch takes expected_revision where a change must not meet another.

New machine: create_state_machine, then events, then states with their timers, then transitions, then validate_definition. Repair \
every finding, simulate the main path and the failures, render_diagram, generate_code. Prompt design-state-machine tells more.

- apply_patch makes many changes at once, all or none (loom://operations lists them); every change takes dry_run; undo takes your last change back.
- list_states and list_events are short; get_definition takes path and depth.
- Errors name what exists and what to call next.
- "live" in an answer tells whether others saw the change at once; the file has it in any case.
- Subscribe to loom://definition or loom://findings to hear of changes by anyone.`;

/** Instructions for every client: how the tools work together, and which groups and kinds alone are offered. */
export function instructionsFor(
  toolsets: ReadonlySet<Toolset> | undefined,
  offered?: ReadonlySet<KindName>,
): string {
  const limits = [
    ...toolsets === undefined ? [] : [`groups of tools only: ${[...toolsets].join(", ")}`],
    ...offered === undefined ? [] : [`kinds of documents only: ${[...offered].join(", ")}`],
  ];
  return [INSTRUCTIONS, ...limits.map((limit) => `- This server offers some ${limit}.`)].join("\n");
}
