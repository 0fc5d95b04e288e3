import issue from "./documents/issue.smdf.json" with { type: "json" };
import records from "./documents/narrative.erdf.json" with { type: "json" };
import scenario from "./documents/first_issue.sqdf.json" with { type: "json" };
import story from "./documents/story.smdf.json" with { type: "json" };
import system from "./documents/narrative.sysdf.json" with { type: "json" };

/** A document of the story: a file's name, and what it holds. */
export interface StoryDocument {
  readonly name: string;
  readonly value: unknown;
}

/** The documents of the story, its machine first; the system joins the others. */
export const STORY_DOCUMENTS: readonly [StoryDocument, ...StoryDocument[]] = [
  { name: "story.smdf.json", value: story },
  { name: "issue.smdf.json", value: issue },
  { name: "narrative.erdf.json", value: records },
  { name: "first_issue.sqdf.json", value: scenario },
  { name: "narrative.sysdf.json", value: system },
];

/**
 * Writes the documents of the story into a folder, which is made if it is missing. Those that are there stay as they are.
 *
 * @param folder without a slash at its end
 * @returns the path of the story's machine, and the paths that were written
 */
export async function layDownDocuments(
  folder: string,
): Promise<{ readonly story: string; readonly written: readonly string[] }> {
  await Deno.mkdir(folder, { recursive: true });
  const written: string[] = [];
  for (const { name, value } of STORY_DOCUMENTS) {
    const path = `${folder}/${name}`;
    try {
      await Deno.writeTextFile(path, JSON.stringify(value, null, 2) + "\n", { createNew: true });
      written.push(path);
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
  return { story: `${folder}/${STORY_DOCUMENTS[0].name}`, written };
}
