import { LoomError } from "@loom/protocol";
import { SaxesParser, type SaxesTagNS } from "saxes";

/** Bounds for reading XML. */
export interface ParseXmlOptions {
  /** The longest text to read, in UTF-16 units. Default: 32 Mi. */
  maxLength?: number;
  /** Limit of nested elements. Default: 1000. */
  maxDepth?: number;
}

/** The stable words of an {@linkcode XmlSyntaxError}. */
export type XmlErrorCode = "xml_syntax" | "xml_doctype" | "too_deep" | "too_large";

/** An XML text that cannot be read, with the place where reading ended. */
export class XmlSyntaxError extends LoomError {
  /** The kind of error. */
  declare readonly code: XmlErrorCode;
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;

  /** Makes an error from its code, its sentence and its place. */
  constructor(code: XmlErrorCode, message: string, line: number, column: number) {
    super(code, message);
    this.name = "XmlSyntaxError";
    this.line = line;
    this.column = column;
  }
}

/** A place in the text. */
export interface XmlPlace {
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
}

/** An element with what the format may read of it. */
export interface XmlElement extends XmlPlace {
  /** The name without its prefix. */
  readonly name: string;
  /** The namespace; `""` for none. */
  readonly namespace: string;
  /** The attributes without a namespace. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The comments directly inside; of the root also those around it. */
  readonly comments: XmlPlace[];
  readonly children: XmlElement[];
  /** All text directly inside, CDATA included. */
  text: string;
}

const DEFAULT_MAX_LENGTH = 32 * 1024 * 1024;
const DEFAULT_MAX_DEPTH = 1000;

/**
 * Reads XML text as a tree of elements. There is no document type: a DOCTYPE is refused, so that there are no
 * entities but the five of XML itself, and nothing to expand or to fetch.
 *
 * @throws {XmlSyntaxError} At the first place that cannot be read, or passes a bound.
 */
export function parseXmlTree(text: string, options: ParseXmlOptions = {}): XmlElement {
  const { maxLength = DEFAULT_MAX_LENGTH, maxDepth = DEFAULT_MAX_DEPTH } = options;
  if (text.length > maxLength) {
    const message =
      `The XML text is ${text.length} characters long and at most ${maxLength} are read: split the document.`;
    throw new XmlSyntaxError("too_large", message, 1, 1);
  }
  const parser = new SaxesParser({ xmlns: true, position: true });
  const open: XmlElement[] = [];
  const before: XmlPlace[] = [];
  let root: XmlElement | undefined;
  const placeOf = (): XmlPlace => ({ line: parser.line, column: parser.column + 1 });
  const fail = (code: XmlErrorCode, problem: string): never => {
    const { line, column } = placeOf();
    throw new XmlSyntaxError(code, `${problem} at line ${line}, column ${column}.`, line, column);
  };
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.on("error", (error) => fail("xml_syntax", `The XML breaks off (${reasonOf(error)})`));
  parser.on(
    "doctype",
    () => fail("xml_doctype", "The XML has a DOCTYPE, which is refused: remove the declaration that ends"),
  );
  parser.on("opentag", (tag) => {
    if (open.length >= maxDepth) {
      fail("too_deep", `The XML nests more than ${maxDepth} levels deep: make it flatter,`);
    }
    const element: XmlElement = {
      name: tag.local,
      namespace: tag.uri,
      attributes: plainAttributes(tag),
      comments: root === undefined ? before : [],
      children: [],
      text: "",
      ...placeOf(),
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.on("comment", () => void (open.at(-1)?.comments ?? root?.comments ?? before).push(placeOf()));
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.write(text.startsWith("\uFEFF") ? text.slice(1) : text).close();
  return root ?? fail("xml_syntax", "The XML has no element");
}

/** The attributes that are in no namespace. */
function plainAttributes({ attributes }: SaxesTagNS): Map<string, string> {
  const plain = Object.values(attributes).filter(({ uri }) => uri === "");
  return new Map(plain.map(({ local, value }) => [local, value]));
}

/** The parser's reason without the place that it puts in front and the full stop. */
function reasonOf(error: Error): string {
  return error.message.replace(/^(?:\d+:\d+: )/, "").replace(/\.$/, "");
}
