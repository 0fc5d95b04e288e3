import type { ResourceRow, ResourceTemplateRow } from "../mcp/server/parts.ts";
import type { Tool } from "../mcp/tool.ts";

/** One table of resources and of their templates. */
export function resourceTable(
  resources: readonly ResourceRow[],
  templates: readonly ResourceTemplateRow[],
): string {
  const rows = [
    ...resources.map((one) => [one.uri, one.mimeType, one.description] as const),
    ...templates.map((one) => [one.uriTemplate, one.mimeType, one.description] as const),
  ].map(([uri, mimeType, description]) => row(`\`${uri}\``, `\`${mimeType}\``, description));
  return [row("address", "type", "what it is"), "|---|---|---|", ...rows, ""].join("\n");
}

/** One table of the groups of tools, in the order of their first tools. */
export function toolsetTable(tools: readonly Pick<Tool, "name" | "toolset">[]): string {
  const rows = [...new Set(tools.map(({ toolset }) => toolset))].map((toolset) => {
    const names = tools.filter((tool) => tool.toolset === toolset).map(({ name }) => `\`${name}\``);
    return row(`\`${toolset}\``, names.join(", "));
  });
  return [row("group", "tools"), "|---|---|", ...rows, ""].join("\n");
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
