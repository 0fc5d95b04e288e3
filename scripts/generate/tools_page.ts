import { fieldsSchema } from "../../mcp/server/json_schema.ts";
import { operationsText } from "../../mcp/operations.ts";
import { annotationsOf, inputSchema } from "../../mcp/server/serve_tool.ts";
import { TOOL_NOTES } from "../../mcp/tool_notes.ts";
import type { Tool, Toolset } from "../../mcp/tool.ts";
import { code, markdownTable } from "./markdown.ts";

const HEADER = `<!-- Made by \`deno task generate\` from the table of tools, mcp/table.ts; edit that. -->

# Tools of \`loom-mcp\`

Every tool works on the active document of its client. Parameters in bold are required. An answer has text for the agent and
\`structuredContent\` for programs, with at least the members that are named here; a refusal is an answer with \`isError\`, a
sentence that says what to do, and one of the [words](#refusals) in \`_meta.code\`. \`LOOM_MCP_TOOLSETS\` takes the names of groups, with commas
between, and leaves out the tools of the others; \`LOOM_MCP_KINDS\` takes the names of kinds of documents, and leaves out the tools that are
for the others.

What a parameter's text does not say, its name says; of many tools:

- \`dry_run\` tells what would be done, and does nothing. \`overwrite\` replaces what is there, which is refused without.
- \`expected_revision\` is the revision that the document must have; with another one nothing is changed.
- \`description\` is what a thing means; \`""\` clears a text, and \`[]\` a list of actions.
- Actions (\`onEntry\`, \`onExit\`, \`actions\`) are code as text, or objects as the document has them.
- \`as_key\`: texts that do not parse are keys that the host registers, so that there is no warning.
- An \`index\` is a place from 0, at the end without one.
- \`history\` is how much a history state brings back: the child, or all below it.`;

/** A property of a schema, as far as the page tells of it. */
interface Property {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Property;
  readonly anyOf?: readonly Property[];
}

/** The page of all tools, as Markdown. */
export function toolsPage(
  tools: readonly Tool[],
  toolsets: readonly Toolset[],
  refusals: Readonly<Record<string, string>>,
): string {
  const groups = toolsets.map((toolset) => ({
    toolset,
    members: tools.filter((tool) => tool.toolset === toolset),
  })).filter(({ members }) => members.length > 0);
  return [
    HEADER,
    markdownTable(
      ["group", "tools"],
      groups.map((
        { toolset, members },
      ) => [code(toolset), members.map(({ name }) => `[${name}](#${name})`).join(", ")]),
    ),
    ...groups.flatMap(({ toolset, members }) => [`## ${toolset}`, ...members.flatMap(toolParts)]),
    "## Operations",
    "What `apply_patch` takes, and the resource `loom://operations` tells; [FORMAT.md](../engine/FORMAT.md) has the objects in it.",
    operationsText(),
    "## Refusals",
    "The sentence says what is wrong, what there is and what to call next; these words stay the same.",
    markdownTable(
      ["`_meta.code`", "what it means"],
      Object.entries(refusals).map(([word, text]) => [code(word), text]),
    ),
  ].join("\n\n") + "\n";
}

function toolParts(tool: Tool): string[] {
  const { properties, required = [] } = inputSchema(tool);
  const rows = Object.entries(properties).map(([name, property]) => [
    required.includes(name) ? `**\`${name}\`**` : code(name),
    typeText(property),
    (property as Property).description ?? "",
  ]);
  const answer = Object.entries(fieldsSchema(tool.output, "output").properties)
    .map(([name, property]) => `\`${name}\` (${typeText(property)})`).join(", ");
  return [
    `### ${tool.name}`,
    [
      tool.description,
      effectText(tool),
      ...TOOL_NOTES[tool.name] === undefined ? [] : [TOOL_NOTES[tool.name]],
    ].join(" "),
    ...(rows.length === 0 ? [] : [markdownTable(["parameter", "type", "what it is"], rows)]),
    `Answers ${answer}.`,
  ];
}

/** The effect of a call, by its annotations. */
function effectText(tool: Tool): string {
  const { readOnlyHint, destructiveHint, idempotentHint } = annotationsOf(tool.effect);
  if (readOnlyHint) return "It only reads.";
  if (destructiveHint ?? true) return "It may take something away.";
  return idempotentHint ? "Calling it again changes nothing more." : "It adds.";
}

function typeText(schema: object): string {
  const { type, enum: words, items, anyOf } = schema as Property;
  if (words !== undefined) return words.map((word) => code(word || '""')).join(" or ");
  if (anyOf !== undefined) return anyOf.map(typeText).join(" or ");
  if (type === "array") return `list of ${items === undefined ? "anything" : typeText(items)}`;
  return type === undefined ? "anything" : [type].flat().join(" or ");
}
