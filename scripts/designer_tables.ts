/**
 * The tables of the designer's page.
 *
 * @module
 */
import type { Route } from "../designer/server/route.ts";

/** One table of what the server can be asked for. */
export function designerRouteTable(routes: readonly Route[]): string {
  const rows = routes.map(({ method, path, access, summary, query = {} }) => {
    const parameters = Object.entries(query).map(([name, meaning]) => `\`${name}\`: ${meaning}`).join("; ");
    return `| \`${method} ${path}\` | ${summary} | ${parameters} | ${
      access === "token" ? "the token" : ""
    } |`;
  });
  return ["| request | what it does | query | needs |", "|---|---|---|---|", ...rows, ""].join("\n");
}
