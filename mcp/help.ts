import { HTTP_VARIABLES } from "./http/settings.ts";
import { VARIABLES } from "./settings.ts";

/** The text of `loom-mcp --help`. */
export function helpText(): string {
  const rows = [...VARIABLES, ...HTTP_VARIABLES].map(({ variable, standard, meaning }) =>
    [variable, standard === "" ? meaning : `${meaning} (default: ${standard})`] as const
  );
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    "loom-mcp: the loom's tools for agents, over the Model Context Protocol.",
    "",
    "Usage: loom-mcp [--help | --version]",
    "",
    "It serves the client at its standard streams, or over HTTP where LOOM_MCP_HTTP_PORT is set, until the client",
    "goes or it is told to stop. The environment says all the rest:",
    "",
    ...rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`),
    "",
    "It ends with 0 when it has served; with 2 for a setting that is not understood, 3 for one that is refused, and",
    "4 for an address or a path that cannot be used.",
    "",
  ].join("\n");
}
