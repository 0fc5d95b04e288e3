/**
 * Writes the files that are made from tables; with `--check` it only says which of them are out of date.
 *
 * @module
 */
import { REFUSALS as NARRATIVE_REFUSALS } from "../bridge/narrative/http/refusals.ts";
import { ROUTES } from "../bridge/narrative/http/routes.ts";
import { NARRATIVE_VARIABLES } from "../bridge/narrative/settings.ts";
import { commandsPage } from "../cli/commands_page.ts";
import { commandsFor } from "../cli/kind_commands.ts";
import { COMMANDS } from "../cli/table.ts";
import { CANVAS_STYLES } from "../designer/canvas/styles.ts";
import { ROUTES as DESIGNER_ROUTES } from "../designer/server/routes.ts";
import { LOOM_KINDS } from "../engine/kinds.ts";
import { LINK_RULES } from "../engine/system/rules.ts";
import { smdfSchema } from "../engine/schema.ts";
import { SUITE_SHAPE, suiteSchema } from "../engine/suite/shape.ts";
import { RULES } from "../engine/validate/rules.ts";
import { HTTP_VARIABLES } from "../mcp/http/settings.ts";
import { REFUSALS } from "../mcp/refusals.ts";
import { RESOURCE_TEMPLATES, RESOURCES } from "../mcp/resources/table.ts";
import { TOOLSETS, VARIABLES } from "../mcp/settings.ts";
import { toolsOf } from "../mcp/table.ts";
import { opShapes } from "../protocol/change/row.ts";
import { ERD_OP_ROWS } from "../protocol/erd/op_rows.ts";
import { ERD_RULES } from "../protocol/erd/rules/rules.ts";
import { ERD_SHAPE } from "../protocol/erd/shape.ts";
import { REPEATED_KEY_RULE } from "../protocol/json/repeated_keys.ts";
import { MACHINE_OP_ROWS } from "../protocol/machine/op_rows.ts";
import { MACHINE_OP_SHAPE } from "../protocol/machine/patch.ts";
import { MACHINE_SHAPE } from "../protocol/machine/shape.ts";
import { renderSvg } from "../protocol/machine/svg/render_svg.ts";
import type { RuleInfo } from "../protocol/rule_settings.ts";
import { SEQUENCE_OP_ROWS } from "../protocol/sequence/op_rows.ts";
import { SEQUENCE_RULES } from "../protocol/sequence/rules/rules.ts";
import { SEQUENCE_SHAPE } from "../protocol/sequence/shape.ts";
import type { KindName } from "../protocol/kind.ts";
import { toJsonSchema } from "../protocol/shape/json_schema.ts";
import type { ShapeTable } from "../protocol/shape/shape.ts";
import { SYSTEM_OP_ROWS } from "../protocol/system/op_rows.ts";
import { SYSTEM_RULES } from "../protocol/system/rules.ts";
import { SYSTEM_SHAPE } from "../protocol/system/shape.ts";
import { fontMetrics } from "./generate/font/font_metrics.ts";
import { filledPage } from "./generate/markdown.ts";
import {
  designerRouteTable,
  fieldTables,
  operationTable,
  parameterTable,
  refusalTable,
  resourceTable,
  routeTable,
  ruleTable,
  settingTable,
  toolsetTable,
} from "./generate/page_tables.ts";
import { programLock } from "./program_lock.ts";
import { PLUGIN_FILES } from "./generate/plugin_files.ts";
import { rebaseTable } from "./generate/rebase_table.ts";
import {
  documentTypes,
  pythonShapes,
  typescriptTypes,
  typescriptUnion,
  wireTypes,
} from "./generate/shape_source.ts";
import { toolsPage } from "./generate/tools_page.ts";
import { wirePage } from "./generate/wire_page.ts";

const root = new URL("../", import.meta.url);
const HEADER = "// Made by `deno task generate` from the tables beside it; edit those.\n\n";
const FONT_HEADER = "// Made by `deno task generate` from the font that pictures are drawn with.\n\n";
const RULES_HEADER = `<!-- Made by \`deno task generate\` from engine/validate/rules.ts; edit that. -->

# What the validator finds

Findings come in the order of the rules; for each rule in document order. A document with an error is invalid. \`Machine\`
refuses only V001, V002 and V006; everything else goes to \`machine.warnings\`. Each finding carries a JSON pointer to the
offending value.

A rule that warns is turned off, or made an error, by \`rules\` in the settings of the document, such as
\`{ "W105": "off" }\` (\`off\`, \`warn\` or \`error\`), or by \`loom validate --rule W105=off\`, which wins. These settings
hold for what commands, tools and edits report; \`machine.warnings\` has all findings.

`;

interface GeneratedFile {
  readonly path: string;
  readonly text: () => string | Promise<string>;
}

/** The files, one row a file. */
const FILES: readonly GeneratedFile[] = [
  { path: "protocol/machine/types.ts", text: () => HEADER + documentTypes(MACHINE_SHAPE) },
  {
    path: "protocol/machine/ops.ts",
    text: () =>
      operationTypes("MachineOp", "A change to a machine document.", MACHINE_OP_SHAPE, MACHINE_SHAPE),
  },
  { path: "protocol/erd/types.ts", text: () => HEADER + documentTypes(ERD_SHAPE) },
  {
    path: "protocol/erd/ops.ts",
    text: () =>
      operationTypes(
        "ErdOp",
        "A change to an entity-relationship document.",
        opShapes(ERD_OP_ROWS),
        ERD_SHAPE,
        "Erd",
      ),
  },
  { path: "protocol/erd/README.md", text: erdPage },
  { path: "protocol/erd/erdf.schema.json", text: () => kindSchema("erd") },
  { path: "protocol/system/types.ts", text: () => HEADER + documentTypes(SYSTEM_SHAPE) },
  {
    path: "protocol/system/ops.ts",
    text: () =>
      operationTypes(
        "SystemOp",
        "A change to a system document.",
        opShapes(SYSTEM_OP_ROWS),
        SYSTEM_SHAPE,
        "System",
      ),
  },
  { path: "protocol/system/README.md", text: systemPage },
  { path: "protocol/system/sysdf.schema.json", text: () => kindSchema("system") },
  { path: "protocol/sequence/types.ts", text: () => HEADER + documentTypes(SEQUENCE_SHAPE) },
  {
    path: "protocol/sequence/ops.ts",
    text: () =>
      operationTypes(
        "SequenceOp",
        "A change to a sequence document.",
        opShapes(SEQUENCE_OP_ROWS),
        SEQUENCE_SHAPE,
        "Sequence",
      ),
  },
  { path: "protocol/sequence/README.md", text: sequencePage },
  { path: "protocol/sequence/sqdf.schema.json", text: () => kindSchema("sequence") },
  {
    path: "protocol/REBASE.md",
    text: () => filledPage(present("protocol/REBASE.md"), "operations", rebaseTable(MACHINE_OP_ROWS)),
  },
  { path: "protocol/text/font_metrics.ts", text: async () => FONT_HEADER + await fontMetrics() },
  { path: "protocol/wire/types.ts", text: () => HEADER + wireTypes() },
  { path: "protocol/WIRE.md", text: wirePage },
  { path: "engine/smdf.schema.json", text: () => JSON.stringify(smdfSchema(), null, 2) },
  { path: "engine/suite/test.schema.json", text: () => JSON.stringify(suiteSchema(), null, 2) },
  {
    path: "engine/TESTING.md",
    text: () => filledPage(present("engine/TESTING.md"), "fields", fieldTables(SUITE_SHAPE)),
  },
  {
    path: "engine/FORMAT.md",
    text: () => filledPage(present("engine/FORMAT.md"), "fields", fieldTables(MACHINE_SHAPE)),
  },
  { path: "engine/RULES.md", text: () => RULES_HEADER + ruleTable([...RULES, REPEATED_KEY_RULE]) },
  {
    path: "engine/python/loom_engine/shape_table.py",
    text: () => pythonShapes("MACHINE_SHAPE", "The shape of a state machine definition.", MACHINE_SHAPE),
  },
  { path: "bridge/narrative/HTTP.md", text: narrativePage },
  { path: "mcp/README.md", text: mcpPage },
  { path: "cli/COMMANDS.md", text: () => commandsPage(commandsFor(LOOM_KINDS, COMMANDS)) },
  {
    path: "designer/canvas/styles.css",
    text: () => `/* Made by \`deno task generate\` from styles.ts beside it; edit that. */\n${CANVAS_STYLES}`,
  },
  { path: "designer/README.md", text: designerPage },
  { path: "mcp/skills/skill_files.ts", text: skillFiles },
  { path: "docs/pictures/checkout.svg", text: checkoutPicture },
  ...Object.entries(PLUGIN_FILES).map(([path, value]): GeneratedFile => ({
    path,
    text: () => JSON.stringify(value, null, 2),
  })),
  { path: "deno.lock", text: programLock },
  { path: "mcp/TOOLS.md", text: () => toolsPage(toolsOf(undefined), TOOLSETS, REFUSALS) },
];

function present(path: string): string {
  return Deno.readTextFileSync(new URL(path, root));
}

/** The picture of the first page, in the colours that the reader's system prefers. */
function checkoutPicture(): string {
  return renderSvg(JSON.parse(present("examples/checkout.smdf.json")).stateMachine, {
    theme: "auto",
    title: "",
  });
}

/** The files of `plugin/skills` as a module. */
function skillFiles(): string {
  const files = [...filesBelow("plugin/skills")].sort();
  const rows = files.map((path) =>
    `  ${JSON.stringify(path.slice("plugin/skills/".length))}:\n    ${JSON.stringify(present(path))},\n`
  );
  return "// Made by `deno task generate` from plugin/skills; edit that.\n\n" +
    "/** The texts of the skills, by `<skill>/<path>`. */\n" +
    `export const SKILL_FILES: Readonly<Record<string, string>> = {\n${rows.join("")}};\n`;
}

function* filesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(new URL(`${folder}/`, root))) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* filesBelow(path);
    else yield path;
  }
}

/** The JSON Schema of a kind's documents. */
function kindSchema(kind: KindName): string {
  const row = LOOM_KINDS.named(kind);
  const shape = row?.content?.shape;
  if (row === undefined || shape === undefined) throw new Error(`There is no kind "${kind}".`);
  const word = row.extension.split(".")[1] ?? kind;
  const schema = toJsonSchema(shape.table, shape.root, {
    id: `urn:loom:${word}:schema`,
    title: `${row.title.replace(/^./, (letter) => letter.toUpperCase())} (${word.toUpperCase()})`,
    description: shape.table.find(({ name }) => name === shape.root)?.doc ?? "",
  });
  return JSON.stringify(schema, null, 2);
}

function erdPage(): string {
  const places = [
    ["fields", fieldTables(ERD_SHAPE)],
    ["rules", ruleTable([...ERD_RULES, REPEATED_KEY_RULE])],
    ["operations", operationTable(opShapes(ERD_OP_ROWS))],
  ] as const;
  const path = "protocol/erd/README.md";
  return places.reduce((page, [name, table]) => filledPage(page, name, table), present(path));
}

function systemPage(): string {
  const places = [
    ["fields", fieldTables(SYSTEM_SHAPE)],
    ["rules", ruleTable(systemRules())],
    ["operations", operationTable(opShapes(SYSTEM_OP_ROWS))],
  ] as const;
  const path = "protocol/system/README.md";
  return places.reduce((page, [name, table]) => filledPage(page, name, table), present(path));
}

/** The rules of systems, those of one document first, by id within each. */
function systemRules(): RuleInfo[] {
  const rank = ({ id }: RuleInfo) => `${"YLW".indexOf(id.charAt(0))}${id}`;
  const rules: RuleInfo[] = [...SYSTEM_RULES, ...LINK_RULES].toSorted((a, b) => rank(a) < rank(b) ? -1 : 1);
  return [...rules, REPEATED_KEY_RULE];
}

function sequencePage(): string {
  const places = [
    ["fields", fieldTables(SEQUENCE_SHAPE)],
    ["rules", ruleTable([...SEQUENCE_RULES, REPEATED_KEY_RULE])],
    ["operations", operationTable(opShapes(SEQUENCE_OP_ROWS))],
  ] as const;
  const path = "protocol/sequence/README.md";
  return places.reduce((page, [name, table]) => filledPage(page, name, table), present(path));
}

function designerPage(): string {
  const table = designerRouteTable(DESIGNER_ROUTES);
  return filledPage(present("designer/README.md"), "routes", table);
}

function mcpPage(): string {
  const places = [
    ["toolsets", toolsetTable(toolsOf(undefined))],
    ["resources", resourceTable(RESOURCES, RESOURCE_TEMPLATES)],
    ["environment", settingTable([...VARIABLES, ...HTTP_VARIABLES])],
  ] as const;
  return places.reduce((page, [name, table]) => filledPage(page, name, table), present("mcp/README.md"));
}

function narrativePage(): string {
  const path = "bridge/narrative/HTTP.md";
  const places = [
    ["routes", routeTable(ROUTES)],
    ["parameters", parameterTable(ROUTES)],
    ["refusals", refusalTable(NARRATIVE_REFUSALS)],
    ["environment", settingTable(NARRATIVE_VARIABLES)],
  ] as const;
  return places.reduce((page, [name, table]) => filledPage(page, name, table), present(path));
}

/** The operations of a kind as types. `prefix` tells the names of kinds apart. */
function operationTypes(name: string, doc: string, ops: ShapeTable, parts: ShapeTable, prefix = ""): string {
  const shapes = ops.map((shape) => ({ ...shape, name: prefix + shape.name }));
  const text = ops.flatMap((shape) => shape.fields.map((field) => field.type)).join(" ");
  const used = parts.map((shape) => shape.name).filter((part) => new RegExp(`\\b${part}\\b`).test(text));
  return HEADER + `import type { ${used.join(", ")} } from "./types.ts";

` +
    typescriptUnion(name, doc, shapes) + "\n" + typescriptTypes(shapes);
}

async function formatted(path: string, text: string): Promise<string> {
  const extension = path.slice(path.lastIndexOf(".") + 1);
  if (["py", "svg", "lock"].includes(extension)) return text;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext", extension, "-"],
    cwd: root,
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(text));
  await writer.close();
  const { code, stdout } = await child.output();
  if (code !== 0) throw new Error(`Cannot format ${path}: deno fmt ended with code ${code}.`);
  return new TextDecoder().decode(stdout);
}

async function main(): Promise<number> {
  const check = Deno.args.includes("--check");
  let stale = 0;
  for (const file of FILES) {
    const url = new URL(file.path, root);
    const text = await formatted(file.path, await file.text());
    const present = await Deno.readTextFile(url).catch(() => "");
    if (present === text) continue;
    if (!check) await Deno.mkdir(new URL(".", url), { recursive: true });
    stale++;
    if (check) console.error(`${file.path} is out of date: run \`deno task generate\`.`);
    else await Deno.writeTextFile(url, text);
  }
  return check && stale > 0 ? 1 : 0;
}

Deno.exit(await main());
