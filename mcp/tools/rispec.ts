import { MACHINE_KIND } from "@loom/protocol";
import { rispecOf } from "@loom/bridge/rispec";
import { z } from "zod";
import { defineTool, ToolError } from "../tool.ts";

/** Describes the machine as a specification. */
export const GENERATE_RISPEC = defineTool({
  name: "generate_rispec",
  title: "Generate rispec",
  description: "Describes the machine as a RISE specification in Markdown.",
  toolset: "generate",
  kind: MACHINE_KIND.kind,
  effect: "read",
  input: { intent: z.string().optional(), system: z.string().optional() },
  output: { rispec: z.string() },
  async run({ intent, system }, { session }) {
    if (system !== undefined) {
      throw new ToolError(
        "no_systems",
        "generate_rispec describes machines, and no systems yet: leave system out, or call set_project_file with a machine of it.",
      );
    }
    const { realPath, machine } = await session.readMachine();
    const { root } = session.options;
    const { text, remark } = await rispecOf(realPath, machine, {
      intent,
      ...(root === undefined ? {} : { root }),
    });
    if (remark === undefined) return { text, data: { rispec: text } };
    return { text, more: [remark], data: { rispec: text, remark } };
  },
});

/** The tools that describe. */
export const RISPEC_TOOLS = [GENERATE_RISPEC] as const;
