import { rispecOf } from "@loom/bridge/rispec";
import * as z from "zod";
import { readSystem } from "../session/systems.ts";
import { defineTool, ToolError } from "../tool.ts";

/** Describes the active document, or a system, as a specification. */
export const GENERATE_RISPEC = defineTool({
  name: "generate_rispec",
  title: "Generate rispec",
  description: "Describes the document, or a system, as a RISE specification.",
  toolset: "generate",
  effect: "read",
  input: { intent: z.string().optional(), system: z.string().optional() },
  output: { rispec: z.string() },
  async run({ intent, system }, { session }) {
    const document = system === undefined
      ? await session.read()
      : (await readSystem(session, system)).document;
    if (document === undefined) {
      throw new ToolError("no_system", `No system lists ${session.path}: name one as system.`);
    }
    const { text, remark } = await rispecOf(document, { intent, root: session.options.root });
    if (remark === undefined) return { text, data: { rispec: text } };
    return { text, more: [remark], data: { rispec: text, remark } };
  },
});

/** The tools that describe. */
export const RISPEC_TOOLS = [GENERATE_RISPEC] as const;
