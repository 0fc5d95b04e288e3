import type { OpLine } from "./change/line.ts";
import type { Gone } from "./change/rebase/context.ts";
import type { Committed, Rebased } from "./change/rebase/rebase.ts";
import type { LoomError } from "./error.ts";
import type { Finding } from "./finding.ts";
import type { JsonObject } from "./json/value.ts";
import type { PictureTheme } from "./picture/palette.ts";
import type { Result } from "./refusal.ts";
import type { ShapeTable } from "./shape/shape.ts";

/** The word for a kind of document in programs, such as `machine`. */
export type KindName = string;

/** An operation on a document of some kind: its name, and fields that depend on it. */
export type AnyOp = { readonly op: string; readonly [field: string]: unknown };

/** A kind of document in code that does not care which one it is. */
export type AnyKind = DocumentKind<JsonObject, AnyOp>;

/**
 * One kind of document: all that the rest of the loom needs to know about it. Everything outside a kind's own folder
 * takes a kind and never asks which one it is.
 */
export interface DocumentKind<Doc extends object = JsonObject, Op extends AnyOp = AnyOp> {
  /** The kind's word in programs. */
  readonly kind: KindName;
  /** What a person calls it. */
  readonly title: string;
  /** The extension of new files. */
  readonly extension: string;
  /** Other endings of file names that mean this kind. */
  readonly otherExtensions: readonly string[];
  /** The keys under which files may wrap the definition, the preferred one first. */
  readonly wrapperKeys: readonly string[];
  /** A definition of this kind has all these keys. */
  readonly keys: readonly string[];
  /** Of {@linkcode DocumentKind.keys}, those that hold a list. */
  readonly lists: readonly string[];
  /** A definition of this kind has none of these keys. */
  readonly without: readonly string[];
  /** What only kinds have that can be edited, checked and drawn; absent for a kind of which only the name is known. */
  readonly content?: KindContent<Doc, Op>;
}

/** What can be done with documents of a kind. */
export interface KindContent<Doc extends object = JsonObject, Op extends AnyOp = AnyOp> {
  /** The fields of a definition. */
  readonly shape: {
    /** The rows. */
    readonly table: ShapeTable;
    /** The row of the definition itself. */
    readonly root: string;
  };
  /** The operations. */
  readonly changes: Changes<Doc, Op>;
  /** The pictures. */
  readonly pictures: Pictures<Doc>;
  /** The templates of new documents, the default first. */
  readonly templates: readonly Template<Doc>[];
  /** The name that a definition gives itself. */
  nameOf(document: Doc): string | undefined;
  /** The document that a new one begins as. */
  empty(name: string): Doc;
  /** What the validator of the kind says; nothing for a valid document. */
  findings(document: Doc): Finding[];
  /** The elements that have a name, in document order. */
  elements(document: Doc): readonly DocumentElement[];
  /** Text formats other than JSON. Default: none. */
  readonly formats?: readonly TextFormat<Doc>[];
  /**
   * The reason why a parsed value cannot be opened as a document, such as a list that is none. Default: every value can.
   *
   * @param text The text of the value, for lines and columns.
   */
  readonly fault?: (value: unknown, text?: string) => LoomError | undefined;
  /** Whether a document holds nothing that replacing it would lose. Default: when it equals the empty document. */
  readonly isBlank?: (document: JsonObject) => boolean;
}

/** A text format of documents, such as XML. */
export interface TextFormat<Doc extends object = JsonObject> {
  /** The word for it in programs. */
  readonly name: string;
  /** The endings of its files, that of new files first. */
  readonly endings: readonly string[];
  /** Whether a text is in this format, by the ending of its file or the text itself. */
  matches(text: string, path: string): boolean;
  /**
   * Reads a document.
   *
   * @param name The document's name where the text has none.
   * @throws {LoomError} When the text cannot be parsed.
   */
  read(text: string, name?: string): Promise<TextDocument<Doc>>;
  /** Writes a document; the last line is ended. */
  write(document: Doc): Promise<string>;
}

/** A document that was read from a text format. */
export interface TextDocument<Doc extends object = JsonObject> {
  /** The document. */
  readonly definition: Doc;
  /** The parts of the text that could not be taken over as they are. */
  readonly remarks: readonly TextRemark[];
}

/** A part of a text that could not be taken over as it is. */
export interface TextRemark {
  /** A word that stays the same. */
  readonly code: string;
  /** One sentence: what was done, and what to do about it. */
  readonly message: string;
  /** The line of the first place, from 1. */
  readonly line: number;
  /** The column of the first place, from 1. */
  readonly column: number;
}

/** The operations of a kind of document and their laws. All functions are pure. */
export interface Changes<Doc extends object = JsonObject, Op extends AnyOp = AnyOp> {
  /** The names of the operations. */
  readonly names: readonly string[];
  /** Checks that a value is a list of operations, each with its fields. */
  parse(value: unknown): Result<Op[]>;
  /** Applies operations one after the other: all of them or none. */
  apply(document: Doc, ops: readonly Op[]): Result<Doc>;
  /** The operations that turn one document into another; `null` is the empty document. */
  diff(from: Doc | null, to: Doc): Op[];
  /** The operations that undo operations that apply to `before`. */
  invert(ops: readonly Op[], before: Doc): Op[];
  /** The names that disappear with a change: what {@linkcode Changes.rebase} needs beside its operations. */
  gone(before: Doc, after: Doc, ops: readonly Op[]): Gone;
  /** Adapts operations to what happened since the document they were made from. */
  rebase(ops: readonly Op[], over: readonly ChangeStep<Op>[], gone?: Gone): RebaseResult<Op>;
  /** An operation as a line for a person. */
  line(op: Op): OpLine;
  /** What an operation adds to the document; `undefined` when it adds nothing. */
  added(op: Op): unknown;
  /** Whether what an operation adds can be in a document only once, because of its name. */
  isUnique(op: Op): boolean;
  /** How often a document holds what an operation adds. */
  count(op: Op, document: Doc): number;
  /** The part of an operation that only adds, for where the rest of it cannot be applied. */
  additions(op: Op, document: Doc): Op[];
}

/** A change by operations, as others are rebased over it. */
export interface ChangeStep<Op extends AnyOp = AnyOp> {
  /** The operations, as they were applied. */
  readonly ops: readonly Op[];
  /** The names that disappeared with it. Default: the names that the operations mention. */
  readonly gone?: Gone;
}

/** Operations that fit the newer document, or the operation that they conflict with. */
export type RebaseResult<Op extends AnyOp = AnyOp> =
  | { readonly ops: Op[] }
  | {
    readonly conflict: {
      /** The index of the operation that does not fit. */
      readonly index: number;
      /** The operation that happened meanwhile. */
      readonly with: Op;
      /** A sentence. */
      readonly reason: string;
    };
  };

/** How a picture looks. */
export interface PictureStyle {
  /** The colours. */
  readonly theme: PictureTheme;
  /** The title; default: the document's own name above an SVG, nothing above a text. */
  readonly title: string | undefined;
  /** The names of elements to highlight. */
  readonly active: ReadonlySet<string>;
  /** Whether to show details, such as the actions of a machine. */
  readonly actions: boolean;
  /** Layout of a drawing in characters. */
  readonly view: "tree" | "boxes";
  /** Columns that a drawing in characters may take. */
  readonly columns: number | undefined;
}

/** The pictures of a kind of document, each as text. */
export interface Pictures<Doc extends object = JsonObject> {
  /** An SVG document. */
  svg(document: Doc, style: PictureStyle): string;
  /** A drawing in characters, without a title and without a final line end. */
  ascii(document: Doc, style: PictureStyle): string;
  /** A Mermaid diagram, without a title and without a final line end. */
  mermaid(document: Doc): string;
}

/** A template of new documents. */
export interface Template<Doc extends object = JsonObject> {
  /** Its name. */
  readonly name: string;
  /** What it makes, as a sentence. */
  readonly summary: string;
  /** Makes the document. */
  make(settings: TemplateSettings): Doc;
}

/** What a new document is told to be. */
export interface TemplateSettings {
  /** The document's name. */
  readonly name: string;
  /** Its namespace, for kinds that have one. */
  readonly namespace: string;
}

/** A part of a document that has a name. */
export interface DocumentElement {
  /** What it is, such as `state`. */
  readonly type: string;
  /** Its name or id. */
  readonly name: string;
  /** JSON pointer in the definition. */
  readonly path: string;
  /** What it is, as a line for a person. */
  readonly text: string;
}
