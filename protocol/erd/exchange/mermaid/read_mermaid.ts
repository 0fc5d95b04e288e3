import { LoomError } from "../../../error.ts";
import { positionAt } from "../../../json/position.ts";
import type { TextDocument } from "../../../kind.ts";
import { emptyErd } from "../../templates.ts";
import type { Attribute, Entity, EntityRelationshipDefinition, Relationship } from "../../types.ts";
import { RemarkList } from "../../../remark_list.ts";

const HEADER = /^[ \t]*erDiagram\b/m;

/** True for a text with an `erDiagram`, alone or in Markdown. */
export function isErDiagram(text: string): boolean {
  return HEADER.test(text) && !/^[\s\uFEFF]*[{<]/.test(text);
}

interface Line {
  readonly text: string;
  readonly offset: number;
}

interface Reading {
  readonly source: string;
  readonly entities: Map<string, Entity>;
  /** Entities that only relationships name. */
  readonly mentioned: Map<string, Entity>;
  /** Names by the short names of the text. */
  readonly names: Map<string, string>;
  readonly relationships: Relationship[];
  /** Attributes that refer to something. */
  readonly foreign: { readonly entity: Entity; readonly attribute: Attribute; readonly offset: number }[];
  readonly remarks: RemarkList;
}

const NAME = String.raw`(?:"[^"]+"|[\p{L}_][\p{L}\p{N}_.-]*?)`;
const ENTITY = new RegExp(
  String.raw`^(${NAME})(?:\s*\[\s*("[^"]*"|[^\]]*)\s*\])?(?::::[\w,]+)?\s*(\{\s*\}?)?$`,
  "u",
);
const LEFT = String.raw`\|o|\|\||\}o|\}\||o\||o\{|\|\{`;
const RELATIONSHIP = new RegExp(
  String
    .raw`^(${NAME})(?::::[\w,]+)?\s*(${LEFT})(--|\.\.|-\.|\.-)(${LEFT})\s*(${NAME})(?::::[\w,]+)?\s*(?::\s*(.*))?$`,
  "u",
);
const WORDS = String.raw`(?:zero|one) or (?:one|zero|more|many)|only one|many\([01]\)|[01]\+|1`;
const SPELLED = new RegExp(
  String.raw`^(${NAME})\s+(${WORDS})\s+(to|optionally to)\s+(${WORDS})\s+(${NAME})\s*(?::\s*(.*))?$`,
  "u",
);
const ATTRIBUTE = /^([\p{L}_][^\s"]*)\s+([^\s",]+)\s*((?:(?:PK|FK|UK)\s*,?\s*)*)(?:"([^"]*)")?$/u;

/**
 * Reads a diagram from a Mermaid `erDiagram`, alone or in Markdown. A foreign key gets its target where a relationship
 * and the names tell it.
 *
 * @param name The name of the diagram.
 * @throws {LoomError} `mermaid_syntax` with the line of what is no line of an `erDiagram`, `mermaid_kind` for another diagram.
 */
export function readErdMermaid(text: string, name: string): TextDocument<EntityRelationshipDefinition> {
  const reading: Reading = {
    source: text,
    entities: new Map(),
    mentioned: new Map(),
    names: new Map(),
    relationships: [],
    foreign: [],
    remarks: new RemarkList(text),
  };
  const lines = linesOf(text);
  for (let line = lines.next(); !line.done; line = lines.next()) readLine(line.value, lines, reading);
  for (const { entity, attribute, offset } of reading.foreign) refer(entity, attribute, offset, reading);
  const entities = [...reading.entities.values(), ...reading.mentioned.values()];
  return {
    definition: { ...emptyErd(name), entities, relationships: reading.relationships },
    remarks: reading.remarks.lines,
  };
}

/** The lines behind the header, without comments and blank ones, up to the end of a Markdown block. */
function* linesOf(text: string): Generator<Line, void> {
  const header = HEADER.exec(text);
  if (header === null) {
    throw new LoomError(
      "mermaid_kind",
      "The text has no erDiagram: give a diagram that begins with that word.",
    );
  }
  let offset = header.index + header[0].length;
  for (const line of text.slice(offset).split("\n")) {
    const trimmed = line.trim();
    if (trimmed === "```" || trimmed === "~~~") return;
    const start = offset + line.length - line.trimStart().length;
    offset += line.length + 1;
    if (trimmed !== "" && !trimmed.startsWith("%%")) yield { text: trimmed, offset: start };
  }
}

function readLine(line: Line, lines: Generator<Line, void>, reading: Reading): void {
  const { text, offset } = line;
  const symbols = RELATIONSHIP.exec(text);
  const spelled = symbols === null ? SPELLED.exec(text) : null;
  const found = symbols ?? spelled;
  if (found !== null) {
    const [, from = "", left = "", link = "", right = "", to = "", label = ""] = found;
    addRelationship([entityNamed(from, reading), entityNamed(to, reading)], [markOf(left), markOf(right)], {
      label: unquoted(label.trim()),
      isIdentifying: !link.includes(".") && link !== "optionally to",
    }, reading);
    return;
  }
  if (/^(?:direction|style|classDef|class|accTitle|accDescr|title)\b/.test(text)) {
    reading.remarks.add(`Passed over: ${text.split(/[\s:]/)[0]}.`, offset);
    return;
  }
  const entity = ENTITY.exec(text);
  if (entity === null) throw fault(line, reading);
  const [, token = "", alias, brace = ""] = entity;
  const name = unquoted(alias ?? token);
  reading.names.set(unquoted(token), name);
  const known = reading.entities.get(name) ?? reading.mentioned.get(name) ?? { name };
  reading.mentioned.delete(name);
  reading.entities.set(name, known);
  if (brace === "{") readAttributes(known, lines, reading, line);
}

function readAttributes(entity: Entity, lines: Generator<Line, void>, reading: Reading, head: Line): void {
  for (let line = lines.next(); !line.done; line = lines.next()) {
    const { text, offset } = line.value;
    if (text === "}") return;
    const found = ATTRIBUTE.exec(text);
    if (found === null) throw fault(line.value, reading);
    const [, type = "", name = "", keys = "", comment = ""] = found;
    const attribute: Attribute = {
      name,
      type: type.replaceAll(/(?<=\(\s*\d+)_(?=\d+\s*\))/g, ","),
      ...(/PK/.test(keys) ? { key: "pk" } : /UK/.test(keys) ? { key: "uk" } : {}),
      ...commentOf(comment),
    };
    (entity.attributes ??= []).push(attribute);
    if (/FK/.test(keys)) reading.foreign.push({ entity, attribute, offset });
  }
  throw fault(head, reading, "its block has no }");
}

/** A comment of an attribute, as the loom writes it. */
function commentOf(comment: string): Pick<Attribute, "stateOf" | "description"> {
  const [, list, rest] = /^stateOf (.+?)(?: — (.*))?$/s.exec(comment) ?? [];
  const machines = list?.split(", ") ?? [];
  const description = list === undefined ? comment : rest ?? "";
  const [first] = machines;
  return {
    ...(first === undefined ? {} : { stateOf: machines.length === 1 ? first : machines }),
    ...(description === "" ? {} : { description }),
  };
}

interface Mark {
  readonly isMany: boolean;
  readonly minimum: 0 | 1;
}

function markOf(mark: string): Mark {
  const isMany = /[{}]|more|many|\+/.test(mark);
  const isOptional = /o[|{]|[|}]o|zero|\(0\)|0\+/.test(mark);
  return { isMany, minimum: isOptional ? 0 : 1 };
}

function addRelationship(
  [from, to]: readonly [string, string],
  [left, right]: readonly [Mark, Mark],
  { label, isIdentifying }: { readonly label: string; readonly isIdentifying: boolean },
  { relationships }: Reading,
): void {
  relationships.push({
    from,
    to,
    cardinality: left.isMany ? right.isMany ? "N:M" : "N:1" : right.isMany ? "1:N" : "1:1",
    ...(label === "" ? {} : { label }),
    ...participation("fromParticipation", right),
    ...participation("toParticipation", left),
    ...(isIdentifying ? {} : { identifying: false }),
  });
}

/** The participation that a mark at one end gives the entity at the other, where it is not the default. */
function participation(
  member: "fromParticipation" | "toParticipation",
  { isMany, minimum }: Mark,
): Pick<Relationship, "fromParticipation" | "toParticipation"> {
  if (isMany) return minimum === 1 ? { [member]: "total" } : {};
  return minimum === 0 ? { [member]: "partial" } : {};
}

function entityNamed(token: string, { entities, mentioned, names }: Reading): string {
  const name = names.get(unquoted(token)) ?? unquoted(token);
  if (!entities.has(name) && !mentioned.has(name)) mentioned.set(name, { name });
  return name;
}

/** Finds the target of a foreign key: the primary key of a related entity, by the same name or with the entity's before. */
function refer(entity: Entity, attribute: Attribute, offset: number, reading: Reading): void {
  const { entities, relationships, remarks } = reading;
  const related = relationships.flatMap(({ from, to }) =>
    from === entity.name ? [to] : to === entity.name ? [from] : []
  );
  const targets = [...new Set(related)].flatMap((name) => {
    const keys = entities.get(name)?.attributes?.filter(({ key }) => key === "pk") ?? [];
    const [key] = keys;
    return key !== undefined && keys.length === 1 && key !== attribute ? [{ name, key: key.name }] : [];
  });
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  const named = targets.filter(({ name, key }) =>
    plain(attribute.name) === plain(key) || plain(attribute.name).endsWith(plain(name + key))
  );
  const candidates = named.length > 0 ? named : targets;
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) attribute.references = `${only.name}.${only.key}`;
  else {
    remarks.add(
      `The target of the foreign key "${entity.name}.${attribute.name}" is not told: set its references.`,
      offset,
    );
  }
}

function fault(
  { text, offset }: Line,
  { source }: Reading,
  why = "it is no entity and no relationship",
): LoomError {
  const { line, column } = positionAt(source, offset);
  return new LoomError("mermaid_syntax", `Line ${line}, column ${column}: "${text}" cannot be read: ${why}.`);
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1) : text;
}
