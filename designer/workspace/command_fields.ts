import {
  changesFrom,
  commandWords,
  type DocumentElement,
  type EditCommand,
  type EditedKind,
  type FieldShape,
  isObject,
  type JsonObject,
  memberAt,
  triggerText,
  type TypeExpression,
} from "@loom/protocol";
import { parseType } from "@loom/protocol/words";

/** The kind whose transitions are elements too. */
const MACHINE_KIND_NAME = "machine";

/** A way to fill in a field. */
export type FieldInput =
  | { readonly type: "text" | "number" | "lines" | "json" }
  | {
    readonly type: "choice";
    readonly choices: readonly string[];
    /** The choice that an empty field stands for. */
    readonly fallback?: string | undefined;
  };

/** The commands that edit documents of a kind. */
export function commandsOf({ content }: EditedKind): readonly EditCommand[] {
  return content?.commands ?? [];
}

/** The command as a phrase: `add event source`. */
export function commandText({ id }: EditCommand): string {
  return commandWords(id).join(" ");
}

/** The type of element that a command is about: `state` of `state.add`. */
export function nounOf({ id }: EditCommand): string {
  return id.split(".", 1)[0] ?? id;
}

/** The way to fill in a field. */
export function inputOf({ type, default: fallback }: FieldShape): FieldInput {
  const input = inputFor(parseType(type));
  return input.type === "choice" && fallback !== undefined ? { ...input, fallback } : input;
}

function inputFor(type: TypeExpression): FieldInput {
  const members = type.kind === "union" ? type.of : [type];
  const choices = members.flatMap((member) => member.kind === "literal" ? [member.value] : []);
  if (choices.length === members.length) {
    return {
      type: "choice",
      choices: choices.filter((one) => one !== ""),
    };
  }
  if (members.some((member) => member.kind === "primitive" && member.name === "string")) {
    return { type: "text" };
  }
  if (type.kind === "array") {
    const { of } = type;
    return { type: of.kind === "primitive" && of.name === "string" ? "lines" : "json" };
  }
  if (type.kind !== "primitive") return { type: "json" };
  if (type.name === "boolean") return { type: "choice", choices: ["true", "false"] };
  return { type: type.name === "number" || type.name === "integer" ? "number" : "json" };
}

/**
 * The value that a text in a field stands for; `undefined` for an empty one.
 *
 * @throws {SyntaxError} When a field of JSON holds none.
 */
export function valueOfText(field: FieldShape, text: string): unknown {
  if (text.trim() === "") return undefined;
  const input = inputOf(field);
  if (input.type === "number") return Number(text);
  if (input.type === "lines") {
    return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  }
  if (input.type === "choice") return parseType(field.type).kind === "primitive" ? text === "true" : text;
  if (input.type === "text") return text;
  return jsonOrLines(field, text);
}

/** JSON where the text is some; else, for a list, its lines. */
function jsonOrLines({ name, type }: FieldShape, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (parseType(type).kind === "array" && !/^\s*[[{]/.test(text)) {
      return text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
    }
    if (parseType(type).kind === "primitive") return text;
    throw new SyntaxError(`${name} is not JSON: correct it, or leave it empty.`);
  }
}

/** A field of a form. */
export interface FormField {
  readonly field: FieldShape;
  /** True for one of the fields that the argument `changes` sets and takes away. */
  readonly isChange: boolean;
}

/** The argument that stands for several fields of the element. */
const CHANGES = "changes";

/** The shapes of the elements whose fields `changes` sets, by the noun of the command. */
const CHANGED_SHAPES: Readonly<Record<string, string>> = {
  state: "State",
  transition: "Transition",
  event: "Event",
  settings: "Settings",
};

/** Fields that have edits of their own. */
const OWN_EDITS: ReadonlySet<string> = new Set(["name", "id", "notes", "rules", "_source"]);

/** The fields of a command's form: its arguments, with the fields of the element in place of `changes`. */
export function formFields(command: EditCommand, { content }: EditedKind): FormField[] {
  const given = new Set(command.arguments.map(({ name }) => name));
  return command.arguments.flatMap((field): FormField[] => {
    if (field.name !== CHANGES) return [{ field, isChange: false }];
    const shape = content?.shape.table.find(({ name }) => name === CHANGED_SHAPES[nounOf(command)]);
    return (shape?.fields ?? [])
      .filter((one) => isOneValue(one) && !given.has(one.name) && !OWN_EDITS.has(one.name))
      .map(({ required: _, ...one }) => ({ field: one, isChange: true }));
  });
}

function isOneValue(field: FieldShape): boolean {
  return inputOf(field).type !== "json";
}

/**
 * The arguments that the texts of a form stand for.
 *
 * @param begin The texts that the form began with: what is as it was says nothing.
 * @throws {SyntaxError} When a field of JSON holds none.
 */
export function argumentsOf(
  command: EditCommand,
  row: EditedKind,
  texts: Readonly<Record<string, string>>,
  begin: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const changed: Record<string, unknown> = {};
  for (const { field, isChange } of formFields(command, row)) {
    const { name, required = false } = field;
    const [text = "", was = ""] = [texts[name], begin[name]];
    if (command.effect === "set" && !required && text === was && !NAMING.has(name)) continue;
    // An emptied field clears the value; one that was empty says nothing.
    const empty = was === "" ? undefined : inputOf(field).type === "lines" ? [] : "";
    const value = valueOfText(field, text) ?? empty;
    if (value !== undefined) (isChange ? changed : values)[name] = value;
  }
  const changes = changesFrom(changed);
  return changes === undefined ? values : { ...values, [CHANGES]: changes };
}

/** Fields that say which element is meant, together with a name. */
const NAMING: ReadonlySet<string> = new Set(["index", "event", "label", "entity", "state"]);

/** An element as the editor has it. */
export interface EditedElement extends DocumentElement {
  /** The arguments that name it, by name. Default: its name. */
  readonly naming?: Readonly<Record<string, string>>;
}

/** The elements of a document that can be taken in hand: those of its kind, and the transitions of a machine. */
export function editedElements({ kind, content }: EditedKind, document: JsonObject): EditedElement[] {
  const elements = content?.elements(document) ?? [];
  if (kind !== MACHINE_KIND_NAME) return [...elements.map(withOwner), ...relationshipsOf(document)];
  return elements.flatMap((
    element,
  ) => [element, ...(element.type === "state" ? waysOf(element, document) : [])]);
}

/** An attribute is named by its entity and its own name. */
function withOwner(element: DocumentElement): EditedElement {
  const at = element.type === "attribute" ? element.name.lastIndexOf(".") : -1;
  if (at < 0) return element;
  return { ...element, naming: { entity: element.name.slice(0, at), name: element.name.slice(at + 1) } };
}

/** The relationships of a diagram, which have no name of their own: they are named by what they join. */
function relationshipsOf(document: JsonObject): EditedElement[] {
  const list = document["relationships"];
  if (!Array.isArray(list)) return [];
  return list.map((one: unknown, index) => {
    const { from, to, label } = isObject(one) ? one as Readonly<Record<string, unknown>> : {};
    const [begin, end, text] = [from, to, label].map((part) => typeof part === "string" ? part : "");
    return {
      type: "relationship",
      name: String(index),
      path: `/relationships/${index}`,
      text: `relationship ${begin} → ${end}${text ? ` ${text}` : ""}`,
      naming: { from: begin ?? "", to: end ?? "", label: text ?? "", index: String(index) },
    };
  });
}

function waysOf({ name, path }: DocumentElement, document: JsonObject): EditedElement[] {
  const ways = memberAt(document, `${path}/transitions`);
  if (!Array.isArray(ways)) return [];
  return ways.map((way: unknown, index) => {
    const { nextState, ...trigger } = isObject(way) ? way as Readonly<Record<string, unknown>> : {};
    const target = typeof nextState === "string" ? ` → ${nextState}` : "";
    return {
      type: "transition",
      name: `${name}:${index}`,
      path: `${path}/transitions/${index}`,
      text: `transition ${triggerText(trigger) || "at once"}${target}`,
      naming: { state: name, index: String(index) },
    };
  });
}

/** The texts that a form begins with: what names the element in hand, and the values that it has. */
export function textsFor(
  command: EditCommand,
  row: EditedKind,
  element: EditedElement | undefined,
  document: JsonObject,
): Record<string, string> {
  if (element === undefined) return {};
  const isOwn = nounOf(command) === element.type;
  const adds = command.effect === "add";
  const texts = isOwn && !adds && element.naming
    ? { ...element.naming }
    : namingIn(command, element, isOwn && !adds);
  const value = memberAt(document, element.path);
  if (!isOwn || command.effect !== "set" || !isObject(value)) return texts;
  const present = new Map(Object.entries(value));
  for (const { field } of formFields(command, row)) {
    const one: unknown = present.get(field.name);
    if (texts[field.name] === undefined && one !== undefined) texts[field.name] = textOf(field, one);
  }
  return texts;
}

/** The first argument that can name the element, with its name. */
function namingIn(
  command: EditCommand,
  { type, name, naming }: EditedElement,
  isOwn: boolean,
): Record<string, string> {
  const names = isOwn ? ["name", "ref", "path", "id", "fragment", type] : [type, "parent", "from"];
  const found = command.arguments.find((one) => names.includes(one.name));
  if (found !== undefined) return { [found.name]: name };
  const owner = command.arguments.find((one) => naming?.[one.name] !== undefined && one.name !== "name");
  return owner === undefined ? {} : { [owner.name]: naming?.[owner.name] ?? "" };
}

function textOf(field: FieldShape, value: unknown): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return String(value);
  }
  const isLines = Array.isArray(value) && value.every((one) => typeof one === "string");
  return isLines && inputOf(field).type !== "text" ? value.join("\n") : JSON.stringify(value);
}

/** An element by its type and name: `state:Open`. */
export type ElementKey = string;

/** The key of an element. */
export function keyOf({ type, name }: Pick<DocumentElement, "type" | "name">): ElementKey {
  return `${type}:${name}`;
}
