import * as z from "zod";
import { ErrorCode, McpError, type Server } from "../sdk.ts";
import { digestOf, type Skill } from "../skills/catalog.ts";
import type { ResourceTemplateRow } from "./parts.ts";
import { refuseCursor } from "./refuse_cursor.ts";
import { takeRequests } from "./take_requests.ts";

/** The capability of servers that serve skills (SEP-2640). */
export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

const LIST = z.object({
  method: z.literal("skills/list"),
  params: z.object({ cursor: z.string().optional() }).optional(),
});
const GET = z.object({ method: z.literal("skills/get"), params: z.object({ uri: z.string() }) });

/** Skills only change with the program. */
const FRESH = { resultType: "complete", ttlMs: 3_600_000, cacheScope: "public" } as const;

/** The types of skill files by their endings. */
const TYPES: Readonly<Record<string, string>> = { md: "text/markdown", json: "application/json" };

/** Offers skills: to list with their digests, and to get one. Their files are resources of {@linkcode skillFiles}. */
export function offerSkills(server: Server, skills: readonly Skill[]): void {
  takeRequests(server, LIST, async ({ params }) => {
    refuseCursor(params?.cursor);
    return { ...FRESH, skills: await Promise.all(skills.map(entryOf)) };
  });
  takeRequests(server, GET, async ({ params: { uri } }) => {
    const skill = skills.find((one) => uriOf(one.name, "SKILL.md") === uri);
    if (skill !== undefined) return { ...FRESH, skill: await entryOf(skill) };
    const all = skills.map(({ name }) => uriOf(name, "SKILL.md")).join(", ");
    throw new McpError(
      ErrorCode.InvalidParams,
      `There is no skill ${JSON.stringify(uri)}: there are ${all}.`,
    );
  });
}

/** The template whose resources are the files of skills. */
export function skillFiles(skills: readonly Skill[]): ResourceTemplateRow {
  return {
    uriTemplate: "skill://{skill}/{file}",
    name: "skill",
    title: "Skill",
    description: "A file of a skill: how to do a task with the loom. skills/list names all.",
    mimeType: "text/markdown",
    changesWith: () => false,
    complete: {
      skill: (begun) => skills.map(({ name }) => name).filter((name) => name.includes(begun)),
      file: (begun, { skill }) =>
        filesOf(skills, skill).map(({ path }) => path).filter((path) => path.startsWith(begun)),
    },
    read({ skill = "", file = "" }) {
      const found = filesOf(skills, skill).find(({ path }) => path === file);
      if (found !== undefined) {
        const mimeType = TYPES[file.slice(file.lastIndexOf(".") + 1)] ?? "text/plain";
        return { content: found.text, mimeType };
      }
      const all = skills.flatMap(({ name, files }) => files.map(({ path }) => uriOf(name, path))).join(", ");
      throw new McpError(
        ErrorCode.InvalidParams,
        `There is no file ${uriOf(skill, file)}: there are ${all}.`,
      );
    },
  };
}

function filesOf(skills: readonly Skill[], name: string | undefined): Skill["files"] {
  return skills.find((one) => one.name === name)?.files ?? [];
}

async function entryOf({ name, frontmatter, files }: Skill) {
  const resources = await Promise.all(files.map(async ({ path, text }) => ({
    uri: uriOf(name, path),
    digest: await digestOf(text),
    size: new TextEncoder().encode(text).length,
  })));
  return { uri: uriOf(name, "SKILL.md"), frontmatter, resources };
}

function uriOf(skill: string, path: string): string {
  return `skill://${skill}/${path}`;
}
