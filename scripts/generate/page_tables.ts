/**
 * Tables of the reference pages, made from the tables in the code.
 *
 * @module
 */
import type { Setting } from "@loom/bridge/server";
import type { RefusalCode } from "../../bridge/narrative/http/refusals.ts";
import type { Access, Route } from "../../bridge/narrative/http/route.ts";
import type { Route as DesignerRoute } from "../../designer/server/route.ts";
import type { Rule } from "../../engine/validate/rule.ts";
import type { ResourceRow, ResourceTemplateRow } from "../../mcp/server/parts.ts";
import type { Tool } from "../../mcp/tool.ts";
import type { ShapeTable } from "../../protocol/shape/shape.ts";
import { code, markdownTable } from "./markdown.ts";

/** The fields of documents: a section with a table for each object of a shape table. */
export function fieldTables(table: ShapeTable): string {
  return table.map(({ name, doc, fields }) => {
    const rows = fields.map((field) => [
      code(field.name),
      code(field.type),
      field.required ? "yes" : "",
      field.doc,
    ]);
    return `### ${name}\n\n${doc}\n\n${markdownTable(["field", "type", "required", "meaning"], rows)}`;
  }).join("\n");
}

/** The operations of a kind: their effects and fields. */
export function operationTable(table: ShapeTable): string {
  const rows = table.map(({ doc, fields: [op, ...fields] }) => [
    code((op?.type ?? "").replaceAll('"', "")),
    doc,
    fields.map(({ name, required }) => `${code(name)}${required ? "" : "?"}`).join(" "),
  ]);
  return markdownTable(["operation", "effect", "fields"], rows);
}

/** The rules of a validator. */
export function ruleTable(rules: readonly Pick<Rule, "id" | "severity" | "title" | "explanation">[]): string {
  const rows = rules.map(({ id, severity, title, explanation }) => [id, severity, title, explanation]);
  return markdownTable(["rule", "severity", "title", "when it fires"], rows);
}

/** Settings, by environment variable. */
export function settingTable(settings: readonly Setting[]): string {
  const rows = settings.map(({ variable, standard, meaning }) => [code(variable), code(standard), meaning]);
  return markdownTable(["variable", "default", "meaning"], rows);
}

/** Resources of the MCP server and their templates. */
export function resourceTable(
  resources: readonly ResourceRow[],
  templates: readonly ResourceTemplateRow[],
): string {
  const rows = [
    ...resources.map((one) => ({ ...one, address: one.uri })),
    ...templates.map((one) => ({ ...one, address: one.uriTemplate })),
  ].map(({ address, mimeType, description }) => [code(address), code(mimeType), description]);
  return markdownTable(["address", "type", "what it is"], rows);
}

/** The groups of MCP tools, in the order of their first tools. */
export function toolsetTable(tools: readonly Pick<Tool, "name" | "toolset">[]): string {
  const rows = [...Map.groupBy(tools, ({ toolset }) => toolset)]
    .map(([toolset, members]) => [code(toolset), members.map(({ name }) => code(name)).join(", ")]);
  return markdownTable(["group", "tools"], rows);
}

/** The routes of the designer's server. */
export function designerRouteTable(routes: readonly DesignerRoute[]): string {
  const rows = routes.map(({ method, path, access, summary, query = {} }) => {
    const parameters = Object.entries(query).map(([name, meaning]) => `${code(name)}: ${meaning}`).join("; ");
    return [code(`${method} ${path}`), summary, parameters, access === "token" ? "the token" : ""];
  });
  return markdownTable(["request", "what it does", "query", "needs"], rows);
}

const NEEDS: Readonly<Record<Access, string>> = {
  token: "the token",
  signature: "GitHub's signature",
  everybody: "nothing",
};

/** The routes of the narrative bridge's server. */
export function routeTable(routes: readonly Route[]): string {
  const rows = routes.map(({ operation, method, path, isAction, access, summary, query = {} }) => {
    const action = isAction ? `, ${code(`${method} ?action=${operation}`)}` : "";
    const address = code(`${method} ${path === "" ? "/" : path}`) + action;
    return [address, summary, Object.keys(query).map(code).join(", "), NEEDS[access]];
  });
  return markdownTable(["request", "what it does", "query", "needs"], rows);
}

/** The query parameters of those routes; a parameter with several meanings has a row for each. */
export function parameterTable(routes: readonly Route[]): string {
  const uses = routes.flatMap(({ path, query = {} }) =>
    Object.entries(query).map(([name, meaning]) => ({ name, meaning, path }))
  );
  const rows = [...Map.groupBy(uses, ({ name, meaning }) => `${name} ${meaning}`).values()].map((alike) => {
    const paths = new Set(alike.map(({ path }) => code(path)));
    return [code(alike[0]?.name ?? ""), alike[0]?.meaning ?? "", [...paths].join(", ")];
  });
  return markdownTable(["parameter", "meaning", "where"], rows);
}

/** The refusals of that server. */
export function refusalTable(
  refusals: Readonly<Record<RefusalCode, { readonly status: number; readonly when: string }>>,
): string {
  const rows = Object.entries(refusals).map(([name, { status, when }]) => [String(status), code(name), when]);
  return markdownTable(["status", "code", "when"], rows);
}
