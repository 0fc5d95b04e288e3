import {
  type EpisodeFiles,
  episodeFiles,
  episodeId,
  eventTime,
  keepEpisode,
  type ToldBeat,
  writeEpisode,
} from "@loom/bridge/narrative";
import { envAlias } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT, type ExitCode } from "../exit_code.ts";
import { ClosedOutputError } from "../io.ts";
import { reportError } from "../report_error.ts";
import type { NARRATIVE_EPISODE } from "../table/narrative_story.ts";
import { UsageError } from "../usage_error.ts";
import { OVERWRITE_FLAG } from "../write_text.ts";
import { type BeatSource, beatSource, type EpisodeBeats } from "./episode_beats.ts";
import { storyName } from "./story_store.ts";
import { timeValue } from "./read_input.ts";

type EpisodeValues = Parameters<Run<typeof NARRATIVE_EPISODE>>[1];

/** Writes an episode. */
export const episode: Run<typeof NARRATIVE_EPISODE> = async (context, values) => {
  const number = numberIn("--episode-number", values.episodeNumber);
  const season = numberIn("--season", values.season);
  const source = beatSource(context, values, episodeId(season, number));
  if (values.close && source.kind !== "store") {
    throw new UsageError("--close closes an episode of the store: take the beats from there, with --store.");
  }
  const now = timeOf(context, values);
  try {
    return await write(context, values, source, { season, number, now });
  } catch (error) {
    if (error instanceof ClosedOutputError || error instanceof UsageError) throw error;
    // The exit code distinguishes unreadable beats from a wrong command line.
    reportError(error, context);
    return EXIT.problems;
  }
};

async function write(
  context: Context,
  values: EpisodeValues,
  source: BeatSource,
  { season, number, now }: { season: number; number: number; now: Date },
): Promise<ExitCode> {
  return await source.use(async (found) => {
    for (const warning of found.warnings) context.remark(context.remarkPaint.warn(warning));
    const [first, ...others] = found.beats;
    if (first === undefined) {
      context.remark("There are no beats to tell: nothing is written.");
      if (context.json) context.printJson({ files: [] });
      return EXIT.done;
    }
    const made = episodeFiles([first, ...others], {
      episode: number,
      season,
      now,
      story: storyName(context, values),
      ...textsIn(values),
      ncp2: values.ncp2,
      ncp3: values.ncp3,
      scenario: values.scenario,
    });
    const folder = folderOf(context, values);
    const paths = values.dryRun
      ? made.files.map(({ name }) => `${folder}/${name}`)
      : await put(context, folder, made, values.overwrite);
    if (!values.dryRun) await keep(found, made, now, values.close);
    if (values.close && found.kept?.isClosed) {
      context.remark(context.remarkPaint.warn(
        `${made.telling.id} was closed before: to close the open episode, give it another number.`,
      ));
    }
    tell(context, made, paths, found.beats);
    return EXIT.done;
  });
}

async function put(
  context: Context,
  folder: string,
  made: EpisodeFiles,
  overwrite: boolean,
): Promise<readonly string[]> {
  const { paths, older } = await writeEpisode(folder, made, { overwrite, overwriteFlag: OVERWRITE_FLAG });
  for (const path of older) {
    context.remark(context.remarkPaint.warn(`${path} is of the same episode under another title; it stays.`));
  }
  return paths;
}

/** An episode that was closed stays so. */
async function keep(
  { kept }: EpisodeBeats,
  { telling }: EpisodeFiles,
  now: Date,
  isClosing: boolean,
): Promise<void> {
  if (kept === undefined) return;
  await keepEpisode(kept.store, kept.stored, {
    story: kept.story,
    episode_id: telling.id,
    title: telling.title,
    now,
    closed: isClosing || kept.isClosed,
  });
}

function tell(
  context: Context,
  { telling: { id, title } }: EpisodeFiles,
  paths: readonly string[],
  beats: readonly ToldBeat[],
): void {
  if (context.json) context.printJson({ episode_id: id, title, beats: beats.length, files: paths });
  else context.print(paths);
}

function textsIn({ storyTitle, genre, setting }: EpisodeValues) {
  return {
    ...(storyTitle ? { storyTitle } : {}),
    ...(genre ? { genre } : {}),
    ...(setting ? { setting } : {}),
  };
}

function folderOf({ io }: Context, { out }: EpisodeValues): string {
  return (out ?? envAlias("EPISODES_DIR", io.env) ?? "./episodes").replace(/(?<=.)\/+$/, "");
}

function timeOf({ io }: Context, { now }: EpisodeValues): Date {
  if (now !== undefined) return new Date(timeValue("--now", now));
  const epoch = io.env.SOURCE_DATE_EPOCH;
  if (!epoch) return io.now();
  const time = /^\d{1,12}$/.test(epoch) ? eventTime(new Date(Number(epoch) * 1000).toISOString()) : undefined;
  if (time !== undefined) return new Date(time);
  throw new UsageError(
    `SOURCE_DATE_EPOCH is ${JSON.stringify(epoch)}: set it to a number of seconds, before the year 10000.`,
  );
}

function numberIn(flag: string, value: number | undefined): number {
  if (value === undefined) throw new UsageError(`narrative episode needs ${flag}, a number from 1 to 99.`);
  if (value >= 1 && value <= 99) return value;
  throw new UsageError(`${flag} needs a number from 1 to 99: ${value} is none.`);
}
