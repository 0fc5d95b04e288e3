import { readPosition } from "@loom/bridge/narrative";
import type { Environment } from "@loom/protocol";
import type { ResourceRow, ServedTool, ServerParts } from "../server/parts.ts";
import { serveTool } from "../server/serve_tool.ts";
import { narrativeTools } from "./tools.ts";
import { type NarrativeWork, narrativeWork } from "./work.ts";

/** Number of beats in the resource. */
const MOST_BEATS = 100;

/** The parts of a server that are about the story of a repository. */
export interface NarrativeParts {
  readonly tools: readonly ServedTool[];
  readonly resources: readonly ResourceRow[];
}

/**
 * Makes the parts about the story of a repository.
 *
 * @throws {LoomError} When a setting cannot be used.
 */
export async function narrativeParts(env: Environment): Promise<NarrativeParts> {
  const work = await narrativeWork(env);
  return { tools: narrativeTools(work).map(serveTool), resources: narrativeResources(work) };
}

/** A server with more parts. */
export function withNarrative(parts: ServerParts, { tools, resources }: NarrativeParts): ServerParts {
  return {
    ...parts,
    tools: [...parts.tools, ...tools],
    resources: [...parts.resources ?? [], ...resources],
  };
}

function narrativeResources({ withStore, story }: NarrativeWork): readonly ResourceRow[] {
  const json = (value: unknown) => ({ content: JSON.stringify(value, null, 2) });
  const fields = { mimeType: "application/json", changesWith: () => false };
  return [
    {
      ...fields,
      uri: "loom://narrative/position",
      name: "narrative-position",
      title: "Position of the story",
      description: "Where the story of the repository stands.",
      read: async () => json(await withStore((store) => readPosition(store, story))),
    },
    {
      ...fields,
      uri: "loom://narrative/beats",
      name: "narrative-beats",
      title: "Beats of the story",
      description: "The newest beats of the repository's story, the newest first.",
      read: async () => json(await withStore((store) => store.recent(story, MOST_BEATS))),
    },
  ];
}
