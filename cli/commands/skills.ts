import { DocumentError, type MadeOptions, madeStatus, writeMade } from "@loom/bridge/document";
import { type Skill, type SkillFile, SKILLS } from "@loom/mcp/skills";
import { didYouMean } from "@loom/protocol";
import { envAlias } from "@loom/protocol/words";
import { join, resolve } from "@std/path";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import type { SKILLS_INSTALL, SKILLS_LIST, SKILLS_PATH, SKILLS_SHOW } from "../table/agents.ts";
import { UsageError } from "../usage_error.ts";

/** The folder that most agents read, in the project. */
const STANDARD_FOLDER = ".claude/skills";

/** State of a skill in a folder. */
type Status = "installed" | "missing" | "differs";

/** Lists the skills. */
export const listSkills: Run<typeof SKILLS_LIST> = async (context, { dir }) => {
  const folder = folderOf(context, dir);
  const rows = await Promise.all(SKILLS.map(async (skill) => ({
    name: skill.name,
    description: skill.description,
    files: skill.files.length,
    status: await statusOf(skill, folder),
  })));
  if (context.json) context.printJson(rows);
  else {
    const width = Math.max(...SKILLS.map(({ name }) => name.length));
    const marks = { installed: context.paint.good("●"), missing: "○", differs: context.paint.warn("◐") };
    context.print(
      rows.map(({ name, description, status }) =>
        `${marks[status]} ${name.padEnd(width)}  ${description.split(" Use when ")[0]}`
      ),
    );
    context.remark(`● is installed in ${folder}, ◐ differs there; "loom skills install --all" installs all.`);
  }
  return EXIT.done;
};

/** Prints a skill. */
export const showSkill: Run<typeof SKILLS_SHOW> = (context, values) => {
  const skill = skillNamed(values.skill);
  if (context.json) context.printJson(skill);
  else for (const { text } of skill.files) context.print(text.trimEnd());
  return EXIT.done;
};

/** Prints the folder of skills. */
export const skillsPath: Run<typeof SKILLS_PATH> = (context, { dir }) => {
  const path = folderOf(context, dir);
  if (context.json) context.printJson({ path });
  else context.print(path);
  return EXIT.done;
};

/** Installs skills. */
export const installSkills: Run<typeof SKILLS_INSTALL> = async (context, values) => {
  const { all, skills: names, force, dryRun } = values;
  if (names.length === 0 && !all) {
    throw new UsageError(
      `Name skills to install, or give --all: there are ${SKILLS.map(({ name }) => name).join(", ")}.`,
    );
  }
  const folder = folderOf(context, values.dir);
  const chosen = all ? SKILLS : names.map(skillNamed);
  const results = [];
  for (const skill of chosen) results.push(await installSkill(skill, { folder, force, dryRun }));
  if (context.json) context.printJson(results);
  else {
    context.print(
      results.map(({ name, status, target }) => `${SIGNS[status]} ${name} ${status} in ${target}`),
    );
    for (const { kept } of results) for (const sentence of kept) context.remark(sentence);
    if (dryRun) context.remark("Dry run: nothing was written.");
    else context.remark("A new session of the agent reads them.");
  }
  return results.some(({ kept }) => kept.length > 0) ? EXIT.refused : EXIT.done;
};

const SIGNS = { installed: "+", replaced: "~", exists: "=" } as const;

interface InstallOptions {
  readonly folder: string;
  readonly force: boolean;
  readonly dryRun: boolean;
}

interface Installed {
  readonly name: string;
  readonly status: keyof typeof SIGNS;
  readonly target: string;
  readonly files: readonly string[];
  /** A sentence for each file that was left as it is because somebody edited it. */
  readonly kept: readonly string[];
}

async function installSkill(skill: Skill, { folder, force, dryRun }: InstallOptions): Promise<Installed> {
  const target = join(folder, skill.name);
  const before = await statusOf(skill, folder);
  const written: string[] = [];
  const kept: string[] = [];
  for (const { path, text } of before === "installed" ? [] : skill.files) {
    const file = join(target, path);
    if (dryRun) {
      written.push(path);
      continue;
    }
    try {
      await writeMade(file, text, {
        ...RULES,
        makeFolders: true,
        overwrite: force,
        overwriteFlag: "--force",
      });
      written.push(path);
    } catch (error) {
      if (!(error instanceof DocumentError) || error.code !== "exists") throw error;
      kept.push(error.message);
    }
  }
  const status = written.length === 0 ? "exists" : before === "missing" ? "installed" : "replaced";
  return { name: skill.name, status, target, files: written, kept };
}

const RULES: MadeOptions = { endings: [".md"], sources: [] };

async function statusOf({ name, files }: Skill, folder: string): Promise<Status> {
  const found = await Promise.all(files.map(async ({ path, text }: SkillFile) => {
    const { status } = await madeStatus(join(folder, name, path), text, RULES);
    return status;
  }));
  if (found.every((status) => status === "current")) return "installed";
  return found.every((status) => status === "missing") ? "missing" : "differs";
}

function skillNamed(name: string): Skill {
  const names = SKILLS.map((skill) => skill.name);
  const skill = SKILLS.find((one) => one.name === name || one.name === `loom-${name}`);
  if (skill !== undefined) return skill;
  throw new UsageError(
    `There is no skill "${name}": there are ${names.join(", ")}.${didYouMean(name, names)}`,
  );
}

function folderOf({ io }: Context, dir: string | undefined): string {
  return resolve(dir ?? envAlias("SKILLS_DIR", io.env) ?? STANDARD_FOLDER);
}
