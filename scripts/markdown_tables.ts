import type { Rule } from "../engine/validate/rule.ts";
import type { ShapeTable } from "../protocol/shape/shape.ts";

/** One section with a table of fields for each object of a shape table. */
export function fieldTables(table: ShapeTable): string {
  return table.map(({ name, doc, fields }) => {
    const rows = fields.map((field) =>
      row(`\`${field.name}\``, `\`${field.type}\``, field.required ? "yes" : "", field.doc)
    );
    return [
      `### ${name}`,
      "",
      doc,
      "",
      row("field", "type", "required", "meaning"),
      "|---|---|---|---|",
      ...rows,
      "",
    ]
      .join("\n");
  }).join("\n");
}

/** One table of all rules. */
export function ruleTable(rules: readonly Rule[]): string {
  const rows = rules.map(({ id, severity, title, explanation }) => row(id, severity, title, explanation));
  return [row("rule", "severity", "title", "when it fires"), "|---|---|---|---|", ...rows, ""].join("\n");
}

/** Puts `content` between the comments `<!-- name -->` and `<!-- /name -->` of a page. */
export function filledPage(page: string, name: string, content: string): string {
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const start = page.indexOf(open);
  const end = page.indexOf(close);
  if (start < 0 || end < start) {
    throw new Error(`The page has no place called ${name}: add ${open} and ${close}.`);
  }
  return `${page.slice(0, start)}${open}\n\n${content}\n${page.slice(end)}`;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
