import type { FileMember, LoadedSystem } from "@loom/bridge/system";
import { LOOM_KINDS, parseFocus } from "@loom/engine";
import { allMessages, SYSTEM_KIND } from "@loom/protocol";
import { resolve } from "@std/path";
import * as z from "zod";
import { readSystem } from "../session/systems.ts";
import type { SessionHub } from "../session/session.ts";
import { defineTool, ToolError } from "../tool.ts";

/** Longest wait for the hub, in milliseconds. */
const PATIENCE = 3_000;

/** Asks the pages of a system to show something. */
export const SHOW = defineTool({
  name: "show",
  title: "Show",
  description: "Asks pages of a system to show a member.",
  toolset: "read",
  effect: "read",
  about: SYSTEM_KIND.kind,
  input: {
    member: z.string().optional(),
    focus: z.string().describe("such as state:Open, message:2").optional(),
    note: z.string().optional(),
    system: z.string().optional(),
  },
  output: { shown: z.string() },
  async run({ member: given, focus, note, system: named }, { session }) {
    const system = await readSystem(session, named);
    const member = given === undefined ? undefined : memberOf(system, given);
    if (focus !== undefined) checkFocus(focus, member);
    const { hub } = session.options;
    if (hub === undefined) {
      throw new ToolError("no_hub", "There is no hub: set LOOM_BRIDGE_URL to its address.");
    }
    const count = await ask(hub, system.path, { member: member?.path, focus, note });
    const shown = [member?.path ?? system.path, ...(focus === undefined ? [] : [focus])].join(" ");
    return {
      text: shownText(shown, count, system.path),
      data: { shown, ...(count === undefined ? {} : { count }) },
    };
  },
});

function shownText(shown: string, count: number | undefined, system: string): string {
  if (count === undefined) return `The pages of ${system} are asked to show ${shown}.`;
  if (count === 0) return `No page and no watch of ${system} answered that it shows ${shown}.`;
  return `${count === 1 ? "1 page or watch shows" : `${count} pages and watches show`} ${shown}.`;
}

/** The tools that ask pages. */
export const SHOW_TOOLS = [SHOW] as const;

function memberOf({ path, members }: LoadedSystem, given: string): FileMember {
  const file = resolve(path, "..", given);
  const found = members.find((one) => one.path === given || one.file === file);
  if (found !== undefined) return found;
  throw new ToolError(
    "unknown_name",
    `"${given}" is no member of "${path}": it lists ${members.map((one) => one.path).join(", ") || "none"}.`,
  );
}

/** Refuses a focus on what the member does not have. */
function checkFocus(focus: string, member: FileMember | undefined): void {
  const parsed = parseFocus(focus);
  if (parsed === null || parsed === undefined || member === undefined) {
    throw new ToolError(
      "bad_parameter",
      member === undefined
        ? "A focus is an element of a member: give the member too."
        : `"${focus}" is no focus: write the kind of element, a colon and its name, such as state:Open or message:2.`,
    );
  }
  const { kind, name } = parsed;
  const { document } = member;
  const content = document === undefined ? undefined : LOOM_KINDS.named(document.kind)?.content;
  if (document === undefined || content === undefined) return;
  const names = kind === "message"
    ? allMessages(document.definition).map(({ ref }) => ref)
    : content.elements(document.definition).filter(({ type }) => type === kind).map((one) => one.name);
  // Kinds of elements that are not listed are taken as they are.
  if (names.length === 0 || names.includes(name)) return;
  throw new ToolError("unknown_name", `"${member.path}" has no ${kind} "${name}".`);
}

async function ask(
  { url, token, name }: SessionHub,
  docId: string,
  view: {
    readonly member: string | undefined;
    readonly focus: string | undefined;
    readonly note: string | undefined;
  },
): Promise<number | undefined> {
  const { BridgeError, createBridgeClient, hubTrouble } = await import("@loom/hub/client");
  const client = createBridgeClient({
    url,
    role: "agent",
    docId,
    name,
    token,
    joinTimeoutMs: PATIENCE,
    ackTimeoutMs: PATIENCE,
    commitTimeoutMs: PATIENCE,
  });
  try {
    return await client.showView({ ...view, origin: name });
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    throw new ToolError("no_hub", `Nothing was shown: ${hubTrouble(error, url).message}`, { cause: error });
  } finally {
    await client.close();
  }
}
