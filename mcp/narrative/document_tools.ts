import {
  episodeBeats,
  episodeFiles,
  episodeId,
  keepEpisode,
  layDownDocuments,
  toldBeats,
  writeEpisode,
} from "@loom/bridge/narrative";
import * as z from "zod";
import type { NarrativeWork } from "./work.ts";
import { resolveNewPath } from "@loom/bridge/document";
import { refusing } from "../tools/export_file.ts";
import { defineTool, ToolError } from "../tool.ts";

/** The tool that writes an episode. */
export function generateEpisode({ withStore, now, story, episodesFolder }: NarrativeWork) {
  return defineTool({
    name: "narrative_generate_episode",
    title: "Generate episode",
    description: "Writes the open episode, or a closed one again: Markdown and NCP.",
    toolset: "narrative",
    effect: "export",
    input: {
      episode_number: z.number(),
      season: z.number().optional(),
      ncp2: z.boolean().optional(),
      overwrite: z.boolean().optional(),
    },
    output: { episode_id: z.string(), title: z.string(), files: z.array(z.string()) },
    async run({ episode_number: episode, season = 1, ncp2 = false, overwrite = false }, { session }) {
      checkNumbers(episode, season);
      const folder = await resolveNewPath(episodesFolder, session.options.root);
      return await withStore(async (store) => {
        const { stored, isClosed } = await episodeBeats(store, story, episodeId(season, episode));
        const [first, ...others] = await toldBeats(store, story, stored);
        if (first === undefined) {
          throw new ToolError(
            "no_beats",
            "The open episode has no beats: narrative_create_beat makes some.",
          );
        }
        const made = episodeFiles([first, ...others], { episode, season, ncp2, now: now(), story });
        const { root } = session.options;
        const { paths } = await refusing(() =>
          writeEpisode(folder, made, {
            overwrite,
            overwriteFlag: "overwrite: true",
            ...(root === undefined ? {} : { root }),
          })
        );
        const { id: episode_id, title } = made.telling;
        await keepEpisode(store, stored, { story, episode_id, title, now: now(), closed: isClosed });
        return {
          text: [`Wrote ${episode_id}, "${title}":`, ...paths].join("\n"),
          data: { episode_id, title, files: [...paths] },
        };
      });
    },
  });
}

function checkNumbers(...numbers: readonly number[]): void {
  if (numbers.every((number) => Number.isInteger(number) && number >= 1 && number <= 99)) return;
  throw new ToolError(
    "bad_parameter",
    "Episodes and seasons have whole numbers from 1 to 99: give such ones.",
  );
}

/** The tool that makes the story's machine the active document. */
export function openStory({ documentsFolder }: NarrativeWork) {
  return defineTool({
    name: "narrative_open_story",
    title: "Open story",
    description: "Makes the story's machine the active document.",
    toolset: "narrative",
    effect: "export",
    input: {},
    output: { path: z.string() },
    async run(_values, { session }) {
      const folder = await resolveNewPath(documentsFolder, session.options.root);
      const { story: path } = await layDownDocuments(folder);
      await session.switchTo(path);
      return {
        text: `Active document: ${session.path}.`,
        data: { path: session.path },
      };
    },
  });
}
