import type { ToldBeat } from "./telling.ts";
import { episodeMarkdown } from "./markdown.ts";
import { ncp1Document } from "./ncp1.ts";
import { ncp2Document } from "./ncp2.ts";
import { ncp3Document } from "./ncp3.ts";
import { episodeScenario } from "./scenario.ts";
import { type EpisodeOptions, type EpisodeTelling, tellEpisode } from "./telling.ts";

/** Optional documents of an episode, in addition to its Markdown and NCP files. */
export interface EpisodeExtras {
  /** One that the schema of NCP 2.0.0 takes. */
  readonly ncp2?: boolean;
  /** One in the envelope of NCP 3. */
  readonly ncp3?: boolean;
  /** A sequence document. */
  readonly scenario?: boolean;
}

/** A file of an episode. */
export interface EpisodeFile {
  /** Its name, without a folder. */
  readonly name: string;
  /** All that it holds, with a line feed at its end. */
  readonly text: string;
}

/** An episode and its files. */
export interface EpisodeFiles {
  /** The content that all its documents share. */
  readonly telling: EpisodeTelling;
  /** Markdown and the NCP document first, then those that were asked for. */
  readonly files: readonly EpisodeFile[];
}

const EXTRAS: readonly {
  readonly extra: keyof EpisodeExtras;
  readonly ending: string;
  readonly make: (telling: EpisodeTelling) => unknown;
}[] = [
  { extra: "ncp2", ending: ".ncp2.json", make: ncp2Document },
  { extra: "ncp3", ending: ".ncp3.json", make: ncp3Document },
  { extra: "scenario", ending: ".sqdf.json", make: episodeScenario },
];

/**
 * Makes the files of an episode: Markdown, the NCP document, and those that are asked for.
 *
 * The same beats and options give the same bytes.
 *
 * @param beats in their order, at least one
 */
export function episodeFiles(
  beats: readonly [ToldBeat, ...ToldBeat[]],
  options: EpisodeOptions & EpisodeExtras,
): EpisodeFiles {
  const telling = tellEpisode(beats, options);
  const stem = `${telling.id}-${telling.slug}`;
  return {
    telling,
    files: [
      { name: `${stem}.md`, text: episodeMarkdown(telling) },
      { name: `${stem}.ncp.json`, text: jsonText(ncp1Document(telling)) },
      ...EXTRAS.filter(({ extra }) => options[extra]).map(({ ending, make }) => ({
        name: `${stem}${ending}`,
        text: jsonText(make(telling)),
      })),
    ],
  };
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) + "\n";
}
