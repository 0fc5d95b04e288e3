import { LOOM_KINDS } from "@loom/engine/kinds";
import type { KindName, KindTable } from "@loom/protocol";
import type { Tool, Toolset } from "./tool.ts";
import { DIFFERENCE_TOOLS } from "./tools/difference.ts";
import { DATA_TOOLS } from "./tools/data.ts";
import { DRAWING_TOOLS } from "./tools/drawing.ts";
import { EVENT_TOOLS } from "./tools/events.ts";
import { EXCHANGE_TOOLS } from "./tools/exchange.ts";
import { GENERATION_TOOLS } from "./tools/generation.ts";
import { toolsFor } from "./tools/kinds.ts";
import { NOTE_TOOLS } from "./tools/notes.ts";
import { PARALLEL_TOOLS } from "./tools/parallel.ts";
import { PROJECT_TOOLS } from "./tools/project.ts";
import { READING_TOOLS } from "./tools/reading.ts";
import { RISPEC_TOOLS } from "./tools/rispec.ts";
import { SCENARIO_TOOLS, withReconcileLine } from "./tools/scenarios.ts";
import { SETTINGS_TOOLS } from "./tools/settings.ts";
import { SHOW_TOOLS } from "./tools/show.ts";
import { SIMULATION_TOOLS } from "./tools/simulation.ts";
import { STATE_TOOLS } from "./tools/states.ts";
import { SYSTEM_TOOLS, withSystemAdditions } from "./tools/systems.ts";
import { TEST_TOOLS } from "./tools/tests.ts";
import { TIMER_TOOLS } from "./tools/timers.ts";
import { TRANSITION_TOOLS } from "./tools/transitions.ts";
import { UNDO_TOOLS } from "./tools/undo.ts";
import { VALIDATION_TOOLS } from "./tools/validation.ts";

/** The tools, one row each, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = rows([
  ...PROJECT_TOOLS,
  ...READING_TOOLS,
  ...EVENT_TOOLS,
  ...TIMER_TOOLS,
  ...STATE_TOOLS,
  ...PARALLEL_TOOLS,
  ...TRANSITION_TOOLS,
  ...SETTINGS_TOOLS,
  ...DATA_TOOLS,
  ...NOTE_TOOLS,
  ...VALIDATION_TOOLS,
  ...SIMULATION_TOOLS,
  ...TEST_TOOLS,
  ...DRAWING_TOOLS,
  ...GENERATION_TOOLS,
  ...RISPEC_TOOLS,
  ...DIFFERENCE_TOOLS,
  ...EXCHANGE_TOOLS,
  ...UNDO_TOOLS,
  ...SYSTEM_TOOLS,
  ...SCENARIO_TOOLS,
  ...SHOW_TOOLS,
]);

/**
 * The tools of some groups and kinds.
 *
 * @param toolsets `undefined` is all.
 * @param kinds The kinds of documents, by default those of the loom; kinds without rows in the table get tools from their commands.
 * @param offered The kinds whose tools are offered, beside the tools for every kind; `undefined` is all.
 */
export function toolsOf(
  toolsets: ReadonlySet<Toolset> | undefined,
  kinds?: KindTable,
  offered?: ReadonlySet<KindName>,
): readonly Tool[] {
  return withSystemAdditions(toolsFor(kinds ?? LOOM_KINDS, TOOLS)).map(withReconcileLine)
    .filter(({ toolset, kind, about = kind }) =>
      (toolsets?.has(toolset) ?? true) && (about === undefined || (offered?.has(about) ?? true))
    );
}

/** Each row was typed by its own fields where it was defined; in the table they are all tools. */
function rows(tools: readonly unknown[]): readonly Tool[] {
  return tools as readonly Tool[];
}
