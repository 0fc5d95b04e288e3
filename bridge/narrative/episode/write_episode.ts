import { checkMade, type MadeOptions, madeStatus, writeMade } from "../../document/mod.ts";
import type { EpisodeFile, EpisodeFiles } from "./episode_files.ts";

/** Options of writing an episode. */
export type WriteEpisodeOptions = Pick<MadeOptions, "overwrite" | "overwriteFlag" | "root">;

/** Result of writing an episode. */
export interface WrittenEpisode {
  /** The paths, in the order of the files. */
  readonly paths: readonly string[];
  /** Files of the same episode under another title; they are left as they are. */
  readonly older: readonly string[];
}

const SCENARIO = ".sqdf.json";
const ENDINGS: readonly string[] = [".md", ".ncp.json", ".ncp2.json", ".ncp3.json", SCENARIO];

/**
 * Writes the files of an episode into a folder, which is made if it is missing. A file that the loom did not make, or
 * that was edited since, is only replaced with `overwrite`; without, nothing is written. Each file is there whole or
 * not at all.
 *
 * @param folder without a slash at its end
 * @throws {DocumentError} What {@linkcode writeMade} throws.
 */
export async function writeEpisode(
  folder: string,
  { telling, files }: EpisodeFiles,
  options: WriteEpisodeOptions = {},
): Promise<WrittenEpisode> {
  await Deno.mkdir(folder, { recursive: true });
  const targets: { path: string; text: string; rules: MadeOptions }[] = [];
  for (const file of files) {
    const path = `${folder}/${file.name}`;
    const rules = rulesOf(file, options);
    if (await isWritten(path, file, rules)) continue;
    await checkMade(path, file.text, rules);
    targets.push({ path, text: file.text, rules });
  }
  for (const { path, text, rules } of targets) await writeMade(path, text, rules);
  const older = await olderFiles(folder, `${telling.id}-`, new Set(files.map(({ name }) => name)));
  return { paths: files.map(({ name }) => `${folder}/${name}`), older };
}

function rulesOf({ name }: EpisodeFile, options: WriteEpisodeOptions): MadeOptions {
  const rules = { ...options, endings: ENDINGS, sources: [] };
  return name.endsWith(SCENARIO) ? { ...rules, document: "sequence" } : rules;
}

/** True for a document that is there already: it carries no checksum, and is not replaced by itself. */
async function isWritten(path: string, { text }: EpisodeFile, rules: MadeOptions): Promise<boolean> {
  return rules.document !== undefined && (await madeStatus(path, text, rules)).status === "current";
}

/** Documents of the same episode under another title. */
async function olderFiles(folder: string, begin: string, own: ReadonlySet<string>): Promise<string[]> {
  const stems = new Set([...own].map(stemOf));
  const older: string[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    if (name.startsWith(begin) && name.endsWith(".md") && !stems.has(stemOf(name))) {
      older.push(`${folder}/${name}`);
    }
  }
  return older.sort();
}

function stemOf(name: string): string {
  return name.replace(/(?:\.md|\.ncp[23]?\.json|\.sqdf\.json)$/, "");
}
