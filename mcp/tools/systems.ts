import { repeatWhileStale } from "@loom/bridge/document";
import { checkLoadedSystem } from "@loom/bridge/system";
import { formatSystemCheck, planRename, RENAMED_WORDS } from "@loom/engine";
import {
  memberKindOfPath,
  membersOf,
  reconcileModeOf,
  relativeMemberPath,
  resolveMemberPath,
  SYSTEM_KIND,
  systemName,
} from "@loom/protocol";
import { basename, isAbsolute } from "@std/path";
import * as z from "zod";
import { liveText, type Session } from "../session/session.ts";
import { readSystem, rememberSystem, withSystem } from "../session/systems.ts";
import { defineTool, type Tool, type ToolAnswer, type ToolCall, ToolError } from "../tool.ts";
import { editDocuments } from "../session/edit_documents.ts";
import { DRY_RUN, linesOf } from "./edit_answer.ts";
import { gravestFirst } from "./finding_changes.ts";

/** Number of findings an answer holds. */
const MOST_FINDINGS = 100;

/** The parameter that names a system; default: the active one. */
const SYSTEM = { system: z.string().optional() };

/** Checks a whole system. */
export const CHECK_SYSTEM = defineTool({
  name: "check_system",
  title: "Check system",
  description: "Checks a system with all members.",
  toolset: "read",
  effect: "read",
  about: SYSTEM_KIND.kind,
  input: SYSTEM,
  output: { valid: z.boolean() },
  async run({ system: given }, { session }) {
    const system = await readSystem(session, given);
    const { path, document, members } = system;
    if (document !== undefined) rememberSystem(session, path);
    const check = checkLoadedSystem(system);
    const mode = reconcileModeOf(document?.definition ?? {}, session.options.reconcile);
    const title = document === undefined
      ? `${basename(path)} and the documents beside it, which no system lists`
      : `${systemName(document.definition) || basename(path)} (${path})`;
    const valid = !check.findings.some(({ severity }) => severity === "error");
    return {
      text: formatSystemCheck(check, { title, members: members.length, mode, most: MOST_FINDINGS }).join(
        "\n",
      ),
      ...(valid ? {} : { isError: true }),
      data: {
        valid,
        system: path,
        findings: gravestFirst(check.findings).slice(0, MOST_FINDINGS).map((finding) => ({ ...finding })),
      },
    };
  },
});

/** Renames in all documents. */
export const RENAME = defineTool({
  name: "rename",
  title: "Rename",
  description: "Renames in all documents of a system, or none.",
  toolset: "machine",
  effect: "set",
  about: SYSTEM_KIND.kind,
  input: {
    what: z.enum(RENAMED_WORDS),
    from: z.string(),
    to: z.string(),
    member: z.string().optional(),
    ...SYSTEM,
    ...DRY_RUN,
  },
  output: { documents: z.array(z.unknown()) },
  async run({ system: given, dry_run: isTry = false, ...rename }, { session, signal }) {
    const edits = await repeatWhileStale(async () => {
      const system = await readSystem(session, given);
      const { path, document, members } = system;
      if (document === undefined) {
        throw new ToolError("no_system", `No system lists ${session.path}: name one as system.`);
      }
      rememberSystem(session, path);
      const planned = planRename(document.definition, members, rename);
      if (!planned.ok) {
        const { refusal } = planned;
        throw new ToolError(refusal.code, refusal.message, { refusal });
      }
      const parts = planned.value.map(({ member = basename(path), ops }) => ({ path: member, ops }));
      return await editDocuments(session, system, parts, { isTry, signal });
    });
    const lines = edits.map(({ path, row, ops, live }) =>
      `${path}: ${linesOf(row, ops).join("; ")}${isTry ? "" : ` (live: ${liveText(live)})`}`
    );
    const after = isTry ? "Nothing was written." : "undo takes it back in all of them.";
    return {
      text: [...lines, after].join("\n"),
      data: {
        changed: edits.some(({ changed }) => changed),
        documents: edits.map(({ path, ops, revision }) => ({ path, ops, revision })),
        ...(isTry ? { dry_run: true } : {}),
      },
    };
  },
});

/** The tools about systems that no command makes. */
export const SYSTEM_TOOLS = [CHECK_SYSTEM, RENAME] as const;

/** Additions for systems to tools that commands make, by name. */
const ADDITIONS: Readonly<Record<string, (tool: Tool) => Tool>> = {
  create_system: (tool) => ({
    ...tool,
    input: { ...tool.input, members: z.array(z.string()).describe("paths").optional() },
    run: createWithMembers(tool),
  }),
  add_member: (tool) => onSystem(tool, afterAdding),
  update_member: (tool) => onSystem(tool),
  move_member: (tool) => onSystem(tool),
  remove_member: (tool) => onSystem(tool),
  add_actor: (tool) => onSystem(tool),
  update_actor: (tool) => onSystem(tool),
  rename_actor: (tool) => onSystem(tool),
  move_actor: (tool) => onSystem(tool),
  remove_actor: (tool) => onSystem(tool),
  set_reconcile_mode: (tool) => onSystem(tool),
};

/** The tools, those about systems with what they do beside their command. */
export function withSystemAdditions(tools: readonly Tool[]): readonly Tool[] {
  return tools.map((tool) => ADDITIONS[tool.name]?.(tool) ?? tool);
}

type Values = Parameters<Tool["run"]>[0];
type Remark = (session: Session, values: Values) => Promise<string>;

/** Lets a tool work on a system that is not the active document. */
function onSystem(tool: Tool, remark: Remark = () => Promise.resolve("")): Tool {
  return {
    ...tool,
    input: { ...tool.input, ...SYSTEM },
    run: ({ system, ...values }, call) =>
      withSystem(call.session, typeof system === "string" ? system : undefined, async (session) => {
        const given = { ...values, ...await memberPathOf(session, values) };
        const answer = await tool.run(given, { ...call, session });
        const more = await remark(session, given);
        const where = session === call.session ? "" : ` In ${session.path}.`;
        return { ...answer, text: `${answer.text}${where}${more}` };
      }),
  };
}

/** The path of a member as the system writes it: an absolute one becomes relative to the system. */
async function memberPathOf(session: Session, { path }: Values): Promise<{ readonly path?: string }> {
  if (typeof path !== "string") return {};
  await refuseOutside(session, resolveMemberPath(session.path, path));
  return isAbsolute(path) ? { path: relativeMemberPath(session.path, path) } : {};
}

/** Refuses the path of a member outside the root; whether there is a file does not matter. */
async function refuseOutside(session: Session, path: string): Promise<void> {
  await session.resolve(path).catch((error) => {
    if (error instanceof ToolError && error.code === "outside_root") throw error;
  });
}

async function afterAdding(session: Session, { path }: Values): Promise<string> {
  return typeof path === "string" ? await missingText(session, [path]) : "";
}

/** Says which members have no file yet. */
async function missingText({ path: system }: Session, paths: readonly string[]): Promise<string> {
  const missing: string[] = [];
  for (const path of paths) {
    await Deno.lstat(resolveMemberPath(system, path)).catch(() => missing.push(path));
  }
  return missing.length === 0 ? "" : ` There is no file yet at ${missing.join(", ")}.`;
}

/** Makes a system that lists members from the beginning. */
function createWithMembers(tool: Tool): Tool["run"] {
  return async (
    { members = [], ...values },
    call: ToolCall,
  ): Promise<ToolAnswer<Record<string, unknown>>> => {
    const { session } = call;
    const paths = Array.isArray(members)
      ? members.filter((one): one is string => typeof one === "string")
      : [];
    const wrong = paths.find((path) => memberKindOfPath(path) === undefined);
    if (wrong !== undefined) {
      throw new ToolError(
        "bad_path",
        `"${wrong}" cannot be a member: name a .smdf.json, .erdf.json or .sqdf.json file.`,
      );
    }
    for (const path of paths) await refuseOutside(session, path);
    const answer = await tool.run(values, call);
    if (values.dry_run === true) return answer;
    rememberSystem(session, session.path);
    const listed: string[] = [];
    const edited = await session.edit((system) => {
      const present = new Set(membersOf(system).map(({ name }) => resolveMemberPath("", name)));
      for (const path of paths) {
        const stored = isAbsolute(path) ? relativeMemberPath(session.path, path) : path;
        const resolved = resolveMemberPath("", stored);
        if (present.has(resolved)) continue;
        present.add(resolved);
        listed.push(stored);
      }
      return listed.map((path) => ({ op: "member.add", member: { path } }));
    });
    const count = listed.length === 0 ? "" : ` It lists ${listed.join(", ")}.`;
    const text = `${answer.text}${count}${await missingText(session, listed)}`;
    return { ...answer, text, data: { ...answer.data, revision: edited.revision } };
  };
}
