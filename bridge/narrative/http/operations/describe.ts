import { DEFAULT_INTENTS } from "../../event/classify/rules.ts";
import { UNIVERSES } from "../../types.ts";
import type { NarrativeDeps } from "../deps.ts";
import { REFUSALS } from "../refusals.ts";
import { type Answer, json } from "../respond.ts";
import { BASE_PATH, type Route } from "../route.ts";
import manifest from "../../../deno.json" with { type: "json" };

/** The version of the bridge: that of its package. */
const VERSION: string = manifest.version;

/** Describes the routes, the version and the words in use. */
export function describe(routes: readonly Route[], { rules, story }: NarrativeDeps): Answer {
  const functions = [...rules.story_engine.values()].map(({ intent }) => intent);
  return json({
    name: "loom narrative bridge",
    version: VERSION,
    story,
    routes: routes.map(({ operation, method, path, isAction, access, summary, query }) => ({
      operation,
      method,
      path: BASE_PATH + path,
      ...(isAction ? { action: operation } : {}),
      access,
      summary,
      ...(query === undefined ? {} : { query }),
    })),
    enums: {
      lead_universe: UNIVERSES,
      act: [1, 2, 3],
      phase: ["setup", "confrontation", "resolution"],
      narrative_function: [...new Set([...functions, DEFAULT_INTENTS.story_engine])],
      error: Object.keys(REFUSALS),
    },
  });
}
