import type { EpisodeFiles } from "./episode_files.ts";

/** What was written. */
export interface WrittenEpisode {
  /** The paths, in the order of the files. */
  readonly paths: readonly string[];
  /** Files of the same episode under another title; they are left as they are. */
  readonly older: readonly string[];
}

/**
 * Writes the files of an episode into a folder, which is made if it is missing. Each file is there whole or not at all.
 *
 * @param folder without a slash at its end
 */
export async function writeEpisode(
  folder: string,
  { telling, files }: EpisodeFiles,
): Promise<WrittenEpisode> {
  await Deno.mkdir(folder, { recursive: true });
  const older = await olderFiles(folder, `${telling.id}-`, new Set(files.map(({ name }) => name)));
  const paths: string[] = [];
  for (const { name, text } of files) {
    await replace(
      `${folder}/${name}`,
      `${folder}/.${telling.id}.${crypto.randomUUID().slice(0, 8)}.tmp`,
      text,
    );
    paths.push(`${folder}/${name}`);
  }
  return { paths, older };
}

async function replace(path: string, temporary: string, text: string): Promise<void> {
  try {
    await Deno.writeTextFile(temporary, text, { createNew: true });
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
}

/** The documents of an episode that stand under another title. */
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
