/**
 * A fifth kind of document that exists only in tests: a mind map, `.mmap.json`. All that the loom does with documents
 * is to work with it, without a change to any product file.
 *
 * @module
 */
import {
  type AnyOp,
  changedText,
  changesOf,
  type DocumentElement,
  type DocumentKind,
  done,
  type EditCommand,
  type Finding,
  isObject,
  type JsonObject,
  KindTable,
  type Model,
  named,
  type ObjectShape,
  type OpRow,
  placeText,
  refused,
  type Result,
  sameMembers,
} from "@loom/protocol";
import { LOOM_KINDS } from "@loom/engine";

/** A topic and the topics below it. */
export type Topic = {
  name: string;
  note?: string;
  topics?: Topic[];
};

/** A mind map. */
export type MindMap = {
  readonly title: string;
  topics: Topic[];
  links?: { readonly from: string; readonly to: string; readonly label?: string }[];
};

const MODEL: Model = {
  spaces: { topic: { noun: "name" } },
  parts: {
    document: {
      noun: "document",
      members: {
        topics: {
          is: "list",
          list: "topics",
          of: "topic",
          plural: "topics",
          whenEmpty: "keep",
          appends: true,
        },
        links: { is: "list", list: "links", of: "link", plural: "links" },
      },
    },
    topic: {
      noun: "topic",
      key: { member: "name", space: "topic" },
      members: {
        topics: {
          is: "list",
          list: "subtopics",
          of: "topic",
          noun: "subtopic",
          plural: "subtopics",
          appends: true,
        },
      },
    },
    link: {
      noun: "link",
      members: { from: { is: "name", space: "topic" }, to: { is: "name", space: "topic" } },
      traits: [sameMembers("from", "to")],
    },
  },
};

const SHAPES: readonly ObjectShape[] = [
  {
    name: "MindMap",
    doc: "A mind map.",
    fields: [
      { name: "title", type: "string", required: true, doc: "What it is about." },
      { name: "topics", type: "Topic[]", required: true, doc: "The topics around the title." },
      { name: "links", type: "Link[]", doc: "Links across." },
    ],
  },
  {
    name: "Topic",
    doc: "A topic.",
    fields: [
      { name: "name", type: "string", required: true, doc: "Its name, unique in the map." },
      { name: "note", type: "string", doc: "A note." },
      { name: "topics", type: "Topic[]", doc: "The topics below it." },
    ],
  },
  {
    name: "Link",
    doc: "A link across.",
    fields: [
      { name: "from", type: "string", required: true, doc: "A topic." },
      { name: "to", type: "string", required: true, doc: "Another topic." },
      { name: "label", type: "string", doc: "What links them." },
    ],
  },
];

const field = (name: string, type: string, required = true) => ({
  name,
  type,
  required,
  doc: `The ${name}.`,
});
const CHANGE = [field("unset", "string[]", false), field("order", "string[]", false)];
const INDEX = field("index", "integer", false);
const TOPIC = { by: "name", of: "topic", field: "name" } as const;
const LINK = { by: "index", list: "links" } as const;

const ROWS: readonly OpRow[] = [
  {
    op: "topic.add",
    doc: "Adds a topic around the title.",
    fields: [field("topic", "Topic"), INDEX],
    verb: "add",
    place: { list: "topics", index: "index" },
    payload: { field: "topic", as: "topic" },
    text: (op) => `topic ${named((op.topic as Topic).name)}${placeText(op)}`,
  },
  {
    op: "subtopic.add",
    doc: "Adds a topic below another one.",
    fields: [field("parent", "string"), field("topic", "Topic"), INDEX],
    verb: "add",
    place: { list: "subtopics", owner: ["parent"], index: "index" },
    payload: { field: "topic", as: "topic" },
    text: (op) => `topic ${named((op.topic as Topic).name)} below ${named(op.parent)}${placeText(op)}`,
  },
  {
    op: "topic.update",
    doc: "Merges keys into a topic.",
    fields: [field("name", "string"), field("patch", "Partial<Topic>"), ...CHANGE],
    verb: "update",
    target: TOPIC,
    payload: { field: "patch", as: "topic" },
    text: (op) => changedText(`topic ${named(op.name)}`, op),
  },
  {
    op: "topic.remove",
    doc: "Removes a topic with all below it.",
    fields: [field("name", "string")],
    verb: "remove",
    target: TOPIC,
    text: (op) => `topic ${named(op.name)}`,
  },
  {
    op: "topic.rename",
    doc: "Renames a topic and every link to it.",
    fields: [field("name", "string"), field("to", "string")],
    verb: "rename",
    target: TOPIC,
    text: (op) => `topic ${named(op.name)} is now ${named(op.to)}`,
  },
  {
    op: "topic.move",
    doc: "Moves a topic around the title.",
    fields: [field("name", "string"), INDEX],
    verb: "move",
    target: TOPIC,
    place: { list: "topics", index: "index" },
    text: (op) => `topic ${named(op.name)} to the title${placeText(op)}`,
  },
  {
    op: "subtopic.move",
    doc: "Moves a topic below another one.",
    fields: [field("name", "string"), field("parent", "string"), INDEX],
    verb: "move",
    target: TOPIC,
    place: { list: "subtopics", owner: ["parent"], index: "index" },
    text: (op) => `topic ${named(op.name)} below ${named(op.parent)}${placeText(op)}`,
  },
  {
    op: "link.add",
    doc: "Adds a link.",
    fields: [field("link", "Link"), INDEX],
    verb: "add",
    place: { list: "links", index: "index" },
    payload: { field: "link", as: "link" },
    text: (op) => `link ${linkText(op.link)}${placeText(op)}`,
  },
  {
    op: "link.update",
    doc: "Merges keys into a link.",
    fields: [field("index", "integer"), field("patch", "Partial<Link>"), ...CHANGE],
    verb: "update",
    target: LINK,
    payload: { field: "patch", as: "link" },
    text: (op) => changedText(`link #${op.index}`, op),
  },
  {
    op: "link.remove",
    doc: "Removes a link.",
    fields: [field("index", "integer")],
    verb: "remove",
    target: LINK,
    text: (op) => `link #${op.index}`,
  },
  {
    op: "link.move",
    doc: "Moves a link.",
    fields: [field("index", "integer"), field("to", "integer")],
    verb: "move",
    target: LINK,
    place: { list: "links", index: "to" },
    text: (op) => `link #${op.index} to #${op.to}`,
  },
  {
    op: "document.update",
    doc: "Merges keys into the map itself.",
    fields: [field("patch", "unknown"), ...CHANGE],
    verb: "update",
    target: { by: "part", of: "document" },
    text: (op) => changedText("map", op),
  },
  {
    op: "document.set",
    doc: "Replaces the whole map.",
    fields: [field("document", "unknown")],
    verb: "set",
    target: { by: "part", of: "document" },
    payload: { field: "document", as: "document" },
    text: () => "map: replaced as a whole",
  },
];

function linkText(link: unknown): string {
  return isObject(link) ? `${named(link.from)} to ${named(link.to)}` : "";
}

interface Branch {
  readonly topic: Topic;
  readonly path: string;
  readonly depth: number;
}

/** The topics of a map, in document order. */
function* branches(topics: unknown, path = "/topics", depth = 0): Generator<Branch> {
  for (const [index, topic] of (Array.isArray(topics) ? topics : []).entries()) {
    if (!isObject(topic)) continue;
    yield { topic: topic as Topic, path: `${path}/${index}`, depth };
    yield* branches(topic.topics, `${path}/${index}/topics`, depth + 1);
  }
}

function elements({ topics }: MindMap): DocumentElement[] {
  return Array.from(branches(topics), ({ topic, path }) => {
    const name = String(topic.name);
    return { type: "topic", name, path, text: `topic ${name}` };
  });
}

function findings(map: MindMap): Finding[] {
  const names = new Set(elements(map).map(({ name }) => name));
  return (map.links ?? []).flatMap(({ from, to }, index) =>
    [["from", from] as const, ["to", to] as const].filter(([, name]) => !names.has(name)).map((
      [end, name],
    ) => ({
      ruleId: "M001",
      severity: "error" as const,
      message: `The link leads to "${name}", and there is no such topic: add it, or change the link.`,
      path: `/links/${index}/${end}`,
    }))
  );
}

function outline(map: MindMap): string {
  return Array.from(branches(map.topics), ({ topic, depth }) => `${"  ".repeat(depth + 1)}${topic.name}`)
    .join("\n");
}

function svg(map: MindMap, active: ReadonlySet<string>): string {
  const escape = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
  const rows = Array.from(
    branches(map.topics),
    ({ topic, depth }, index) =>
      `<text x="${20 + depth * 20}" y="${40 + index * 20}" data-topic="${escape(topic.name)}"${
        active.has(topic.name) ? ' class="active"' : ""
      }>${escape(topic.name)}</text>`,
  );
  const height = 60 + rows.length * 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="${height}" viewBox="0 0 400 ${height}"><title>${
    escape(map.title)
  }</title><text x="10" y="20">${escape(map.title)}</text>${rows.join("")}</svg>\n`;
}

const NAME = field("name", "string");

/** A refusal when a map has no such topic. */
function missing(map: MindMap, name: unknown): Result<never> | undefined {
  const names = elements(map).map((element) => element.name);
  if (typeof name !== "string" || names.includes(name)) return undefined;
  return refused({
    code: "unknown_name",
    message: `There is no topic "${name}"`,
    remedy: ["add it with ", { command: "topic.add", arguments: { name } }],
    alternatives: names,
  });
}

/** A refusal when a map has such a topic already. */
function taken(map: MindMap, name: unknown): Result<never> | undefined {
  if (elements(map).every((element) => element.name !== name)) return undefined;
  return refused({
    code: "duplicate",
    message: `There is a topic "${name}" already`,
    remedy: "choose another name",
  });
}

const COMMANDS: readonly EditCommand<MindMap>[] = [
  {
    id: "topic.add",
    title: "Add topic",
    summary: "Adds a topic around the title, or below another one.",
    effect: "add",
    arguments: [NAME, field("parent", "string", false), field("note", "string", false)],
    run: (map, { name, parent, note }) => {
      const topic = { name, ...(note === undefined ? {} : { note }) };
      return taken(map, name) ?? missing(map, parent) ?? done({
        ops: [
          parent === undefined ? { op: "topic.add", topic } : { op: "subtopic.add", parent, topic },
        ],
        summary: `Added topic "${name}".`,
      });
    },
  },
  {
    id: "topic.rename",
    title: "Rename topic",
    summary: "Renames a topic and every link to it.",
    effect: "set",
    arguments: [NAME, field("to", "string")],
    run: (map, { name, to }) =>
      missing(map, name) ?? taken(map, to) ?? done({
        ops: [{ op: "topic.rename", name, to }],
        summary: `Renamed topic "${name}" to "${to}".`,
      }),
  },
  {
    id: "topic.remove",
    title: "Remove topic",
    summary: "Removes a topic with all below it.",
    effect: "remove",
    arguments: [NAME],
    run: (map, { name }) => {
      const left = (map.links ?? []).filter(({ from, to }) => from === name || to === name).length;
      return missing(map, name) ?? done({
        ops: [{ op: "topic.remove", name }],
        summary: `Removed topic "${name}".`,
        ...(left === 0 ? {} : { notes: [`${left} link leads nowhere now.`] }),
      });
    },
  },
  {
    id: "link.add",
    title: "Add link",
    summary: "Adds a link between two topics.",
    effect: "add",
    arguments: [field("from", "string"), field("to", "string"), field("label", "string", false)],
    run: (map, { from, to, label }) =>
      missing(map, from) ?? missing(map, to) ?? done({
        ops: [{ op: "link.add", link: { from, to, ...(label === undefined ? {} : { label }) } }],
        summary: `Linked "${from}" to "${to}".`,
      }),
  },
];

/** Mind maps. */
export const MIND_MAP: DocumentKind<MindMap, AnyOp> = {
  kind: "mindmap",
  title: "mind map",
  extension: ".mmap.json",
  otherExtensions: [],
  wrapperKeys: [],
  keys: ["title", "topics"],
  lists: ["topics"],
  without: ["state", "entities", "participants", "members"],
  content: {
    shape: { table: SHAPES, root: "MindMap" },
    changes: changesOf<MindMap, AnyOp>({
      model: MODEL,
      rows: ROWS,
      shapes: SHAPES,
      empty: ({ title }) => ({ title: typeof title === "string" ? title : "", topics: [] }),
    }),
    pictures: {
      svg: (map, { active }) => svg(map, active),
      ascii: (map) => `${map.title}\n${outline(map)}`.trimEnd(),
      mermaid: (map) => `mindmap\n  root((${map.title}))\n${outline(map).replaceAll(/^/gm, "  ")}`.trimEnd(),
    },
    commands: COMMANDS,
    templates: [{
      name: "empty",
      summary: "A title without topics.",
      make: ({ name }) => ({ title: name, topics: [] }),
    }],
    nameOf: ({ title }) => title,
    empty: (name) => ({ title: name, topics: [] }),
    findings,
    elements,
  },
};

/** The kinds of the loom and the mind map. */
export const KINDS_WITH_MIND_MAP: KindTable = new KindTable([...LOOM_KINDS.rows, MIND_MAP]);

/** A map to begin with. */
export const IDEAS: JsonObject = {
  title: "Ideas",
  topics: [{ name: "Home", topics: [{ name: "Garden" }, { name: "Roof" }] }, { name: "Work" }],
  links: [{ from: "Garden", to: "Work" }],
};
