/**
 * The tables of the narrative bridge's pages.
 *
 * @module
 */
import type { RefusalCode } from "../bridge/narrative/http/refusals.ts";
import type { Access, Route } from "../bridge/narrative/http/route.ts";

const NEEDS: Readonly<Record<Access, string>> = {
  token: "the token",
  signature: "GitHub's signature",
  everybody: "nothing",
};

/** One table of what can be asked for. */
export function routeTable(routes: readonly Route[]): string {
  const rows = routes.map(({ operation, method, path, isAction, access, summary, query = {} }) => {
    const address = `\`${method} ${path === "" ? "/" : path}\`` +
      (isAction ? `, \`${method} ?action=${operation}\`` : "");
    const parameters = Object.keys(query).map((name) => `\`${name}\``).join(", ");
    return row(address, summary, parameters, NEEDS[access]);
  });
  return [row("request", "what it does", "query", "needs"), "|---|---|---|---|", ...rows, ""].join("\n");
}

/** One table of the parameters of queries; one that means another thing elsewhere has a row for each. */
export function parameterTable(routes: readonly Route[]): string {
  const uses = routes.flatMap(({ path, query = {} }) =>
    Object.entries(query).map(([name, meaning]) => ({ path, begin: row(`\`${name}\``, meaning) }))
  );
  const rows = [...Map.groupBy(uses, ({ begin }) => begin)].map(([begin, alike]) => {
    const paths = new Set(alike.map(({ path }) => `\`${path}\``));
    return `${begin} ${[...paths].join(", ")} |`;
  });
  return [row("parameter", "meaning", "where"), "|---|---|---|", ...rows, ""].join("\n");
}

/** One table of why requests get no result. */
export function refusalTable(
  refusals: Readonly<Record<RefusalCode, { readonly status: number; readonly when: string }>>,
): string {
  const rows = Object.entries(refusals).map(([code, { status, when }]) =>
    row(String(status), `\`${code}\``, when)
  );
  return [row("status", "code", "when"), "|---|---|---|", ...rows, ""].join("\n");
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
