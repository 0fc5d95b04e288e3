import { envAlias } from "@loom/protocol/words";
import { resolve } from "@std/path";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { MCP_CONFIG } from "../table/agents.ts";
import { UsageError } from "../usage_error.ts";

/** Prints the settings that connect an agent. */
export const mcpConfig: Run<typeof MCP_CONFIG> = async (context, values) => {
  const given = values.command?.split(" ").filter((word) => word !== "");
  const [command, ...args] = given ?? await context.io.toolServer();
  if (command === undefined) throw new UsageError("--command is empty: name the program to start.");
  const env = {
    LOOM_PROJECT_FILE: resolve(values.project ?? context.doc),
    LOOM_BRIDGE_URL: context.hub.url ?? envAlias("BRIDGE_URL", context.io.env) ?? "http://127.0.0.1:4599",
  };
  context.printJson({
    mcpServers: { loom: { command, ...(args.length > 0 ? { args } : {}), env } },
  });
  context.remark("Put this into the MCP settings of the agent, and start a new session there.");
  return EXIT.done;
};
