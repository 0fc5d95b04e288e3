/**
 * The skills of the loom: what an agent reads to do a task with it. Their texts are in `plugin/skills`; {@linkcode SKILL_FILES}
 * holds them for programs that have no such folder.
 *
 * @module
 */
import { SKILL_FILES } from "./skill_files.ts";

/** A file of a skill. */
export interface SkillFile {
  /** Its path inside the skill's folder, such as `SKILL.md`. */
  readonly path: string;
  /** Its content. */
  readonly text: string;
}

/** A skill: a folder with a `SKILL.md`. */
export interface Skill {
  /** Its name, which is that of its folder. */
  readonly name: string;
  /** One line: its purpose, and when to use it. */
  readonly description: string;
  /** The front matter of `SKILL.md`, as JSON. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  /** `SKILL.md` first. */
  readonly files: readonly SkillFile[];
}

/** The skills by name. */
export const SKILLS: readonly Skill[] = skillsIn(SKILL_FILES);

/** Groups files, by `<skill>/<path>`, into skills. */
export function skillsIn(files: Readonly<Record<string, string>>): readonly Skill[] {
  const folders = Map.groupBy(Object.entries(files), ([path]) => path.slice(0, path.indexOf("/")));
  return [...folders].map(([name, entries]): Skill => {
    const all = entries.map(([path, text]) => ({ path: path.slice(name.length + 1), text }));
    const main = all.filter(({ path }) => path === "SKILL.md");
    const frontmatter = readFrontmatter(main[0]?.text ?? "");
    return {
      name,
      description: String(frontmatter["description"] ?? ""),
      frontmatter,
      files: [...main, ...all.filter(({ path }) => path !== "SKILL.md")],
    };
  }).sort((a, b) => a.name < b.name ? -1 : 1);
}

/**
 * Reads the front matter of our own skills: lines `key: value`, and one level of lines that are indented below a key.
 *
 * @returns Its members; none when the text does not begin with `---`.
 */
export function readFrontmatter(text: string): Record<string, unknown> {
  const [, block] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  const members: Record<string, unknown> = {};
  let inner: Record<string, string> | undefined;
  for (const line of block?.split("\n") ?? []) {
    const [, indent = "", key = "", value = ""] = /^(\s*)([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (key === "") continue;
    const plain = value.replace(/^(["'])(.*)\1$/, "$2");
    if (indent !== "" && inner !== undefined) inner[key] = plain;
    else members[key] = value === "" ? (inner = {}) : plain;
  }
  return members;
}

/** The SHA-256 digest of a text's bytes, as `sha256:<hex>`. */
export async function digestOf(text: string): Promise<string> {
  // Lazy import: keeps start-up fast.
  const { createHash } = await import("node:crypto");
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
