import type { Arrangement } from "./arrangement/arrangement.ts";
import type { Placeable } from "./arrangement/element_keys.ts";
import type { Changes } from "./change/changes.ts";
import type { ChangeStep, RebaseResult } from "./change/rebase/rebase.ts";
import type { AnyOp } from "./change/row.ts";
import type { EditCommand, NoteArguments } from "./command.ts";
import type { LoomError } from "./error.ts";
import type { Finding } from "./finding.ts";
import type { JsonObject } from "./json/value.ts";
import type { DiagramWriters } from "./diagram/format.ts";
import type { DrawnNow } from "./layout/incremental/drawn_lines.ts";
import type { Fit, FlowDirection } from "./layout/options.ts";
import type { WrittenText } from "./left_out.ts";
import type { MachinePart } from "./machine/part/part_of_machine.ts";
import type { PictureLink, PictureOverlay } from "./picture/overlay.ts";
import type { PictureTheme } from "./picture/palette.ts";
import type { RuleInfo } from "./rule_settings.ts";
import type { ShapeTable } from "./shape/shape.ts";

export type { AnyOp, Changes, ChangeStep, PictureLink, RebaseResult };

/** The word for a kind of document in programs, such as `machine`. */
export type KindName = string;

/** A kind of document in code that does not care which one it is. */
export type AnyKind = DocumentKind<JsonObject, AnyOp>;

/**
 * One kind of document: all that the rest of the loom needs to know about it. Everything outside a kind's own folder
 * takes a kind and never asks which one it is.
 */
export interface DocumentKind<Doc extends object = JsonObject, Op extends AnyOp = AnyOp> {
  /** The kind's word in programs. */
  readonly kind: KindName;
  /** Its name for people. */
  readonly title: string;
  /** The name that tools have for it, such as `create_erd`. Default: the title. */
  readonly shortTitle?: string;
  /** The word that may stand before its commands at a shell, such as `seq`. Default: the kind's word. */
  readonly shellWord?: string;
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
  /** Editing, checks and pictures; absent for a kind of which only the name is known. */
  readonly content?: KindContent<Doc, Op>;
}

/** A kind as far as editing needs it, without pictures and rules: a page leaves these to its server. */
export interface EditedKind<Doc extends object = JsonObject, Op extends AnyOp = AnyOp>
  extends Omit<DocumentKind<Doc, Op>, "content"> {
  /** Editing; absent for a kind of which only the name is known. */
  readonly content?: EditedContent<Doc, Op>;
}

/** The content of an {@linkcode EditedKind}. */
export interface EditedContent<Doc extends object = JsonObject, Op extends AnyOp = AnyOp>
  extends Omit<KindContent<Doc, Op>, "pictures" | "findings"> {
  /** The elements that an arrangement can place. */
  readonly pictures: Pick<Pictures<Doc>, "placeables">;
}

/** Editing, checks and pictures of a kind of document. */
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
  /** True when a document lists others, whose links its pictures show. Default: it lists none. */
  readonly hasMembers?: boolean;
  /** The pictures. */
  readonly pictures: Pictures<Doc>;
  /** True when clients of the first release know no operations of this kind: they get its documents whole. */
  readonly isNewToOps?: boolean;
  /** The edits that the CLI and the MCP server offer. Default: none. */
  readonly commands?: readonly EditCommand<Doc, Op>[];
  /** The edit that sets the note of a document or of an element. Default: it has no notes. */
  readonly setNotes?: EditCommand<Doc, Op, NoteArguments>;
  /** The templates of new documents, the default first. */
  readonly templates: readonly Template<Doc>[];
  /** The name that a definition gives itself. */
  nameOf(document: Doc): string | undefined;
  /** The document that a new one begins as. */
  empty(name: string): Doc;
  /** The rules of the kind's validator. Default: none. */
  readonly rules?: readonly RuleInfo[];
  /** Findings of the kind's validator, before settings of rules; none for a valid document. */
  findings(document: Doc): Finding[];
  /** The rules about texts that do not parse; an edit that writes such a text warns at once. Default: none. */
  readonly textRules?: ReadonlySet<string>;
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
  /** True when a document holds nothing that replacing it would lose. Default: when it equals the empty document. */
  readonly isBlank?: (document: JsonObject) => boolean;
  /** The parts that replacing a document would lose, as words in a sentence. Default: `content`. */
  readonly parts?: string;
}

/** A text format of documents, such as XML. */
export interface TextFormat<Doc extends object = JsonObject> {
  /** The word for it in programs. */
  readonly name: string;
  /** The endings of its files, that of new files first. */
  readonly endings: readonly string[];
  /** True for a format whose texts are JSON and may stand in `.json` files. */
  readonly isJson?: true;
  /** True when a text is in this format, by the ending of its file or the text itself. */
  matches(text: string, path: string): boolean;
  /**
   * Reads a document. Default: the format is only written.
   *
   * @param name The document's name where the text has none.
   * @param file Reads a file that the text names. Default: what such files hold is left out.
   * @throws {LoomError} When the text cannot be parsed.
   */
  read?(text: string, name?: string, file?: ReadFile): Promise<TextDocument<Doc>>;
  /** Writes a document. Default: the format is only read. */
  write?(document: Doc): Promise<WrittenText>;
}

/** Reads a file by its path from that of a text; `undefined` when it cannot be read. */
export type ReadFile = (path: string) => Promise<string | undefined>;

/** A document that was read from a text format. */
export interface TextDocument<Doc extends object = JsonObject> {
  /** The document. */
  readonly definition: Doc;
  /** The parts of the text that could not be taken over as they are. */
  readonly remarks: readonly TextRemark[];
  /** The documents that the text holds inside this one, to be written beside it. Default: none. */
  readonly parts?: readonly TextPart<Doc>[];
}

/** A document inside another. */
export interface TextPart<Doc extends object = JsonObject> {
  /** The path by which the document names it. */
  readonly path: string;
  /** The document. */
  readonly definition: Doc;
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

/** Style of a picture. */
export interface PictureStyle {
  /** The colours. */
  readonly theme: PictureTheme;
  /** The title; default: the document's own name above an SVG, nothing above a text. */
  readonly title: string | undefined;
  /** The names of elements to highlight. */
  readonly active: ReadonlySet<string>;
  /** True to show details, such as the actions of a machine. */
  readonly actions: boolean;
  /** Layout of a drawing in characters. */
  readonly view: "tree" | "boxes";
  /** Columns that a drawing in characters may take. */
  readonly columns: number | undefined;
  /** Additions of other documents to a picture: links between its elements. Default: none. */
  readonly links?: readonly PictureLink[] | undefined;
  /** One of {@linkcode Pictures.notations}. Default: the first. */
  readonly notation?: string | undefined;
  /** The places and the shape that are kept for the document, for kinds that have any. Default: none. */
  readonly arrangement?: Arrangement | undefined;
  /** The way that lines lead, for kinds that can choose. Default: as in the arrangement, else `auto`. */
  readonly direction?: FlowDirection | "auto" | undefined;
  /** The space to fill, for kinds that can choose. Default: any. */
  readonly space?: Fit | undefined;
  /** The shape of lines, for kinds that can choose. Default: rounded. */
  readonly lineStyle?: "rounded" | "straight" | undefined;
  /** Wrapping or cutting of long texts, for kinds that can choose. Default: wrapped. */
  readonly labels?: "wrapped" | "short" | undefined;
  /** True to show notes as text, for kinds that can. */
  readonly notes?: boolean | undefined;
  /** The part of the document to draw, for kinds that can draw parts. Default: all of it. */
  readonly part?: MachinePart | undefined;
  /** An earlier version of the document: the picture shows what differs, for kinds that can. */
  readonly before?: JsonObject | undefined;
  /** The links of the earlier version. Default: those of the document. */
  readonly linksBefore?: readonly PictureLink[] | undefined;
  /** True to show the earlier version beside the document, false for both in one picture, for kinds that can. */
  readonly sideBySide?: boolean | undefined;
  /** True to play the walk of the overlay, for kinds that can. */
  readonly animate?: boolean | undefined;
  /** Marks and steps on the picture, for kinds that can. */
  readonly overlay?: PictureOverlay | undefined;
}

/** The only way that the lines of a picture can lead. */
export interface FixedDirection {
  /** The way. */
  readonly direction: FlowDirection;
  /** The reason, as the beginning of a sentence. */
  readonly because: string;
}

/** The pictures of a kind of document, each as text. */
export interface Pictures<Doc extends object = JsonObject> {
  /** The notations of the SVG document, the default first. Default: it has one, without a name. */
  readonly notations?: readonly string[];
  /**
   * The elements that an arrangement can place, in document order. Default: none.
   *
   * @param notation The notation, unless it is the default one.
   */
  placeables?(document: Doc, notation?: string): readonly Placeable[];
  /** The boxes of these elements in the picture, and the lines between them, by id; what the picture does not show has none. */
  arrange?(
    document: Doc,
    style: Pick<PictureStyle, "arrangement" | "notation" | "links">,
  ): DrawnNow;
  /**
   * The only way that lines can lead. Default: any.
   *
   * @param notation The notation, unless it is the default one.
   */
  fixedDirection?(notation?: string): FixedDirection;
  /** True when an SVG document shows an earlier version and the document in one. Default: false. */
  readonly comparesInOne?: boolean;
  /**
   * The lines that overlays can mark, as elements: relationships, links. Default: none beside the elements of the document. A line
   * that other documents make has a path that is not in this one.
   */
  lines?(document: Doc, style: Pick<PictureStyle, "links">): readonly DocumentElement[];
  /** An SVG document. */
  svg(document: Doc, style: PictureStyle): string;
  /** A drawing in characters, without a title and without a final line end. */
  ascii(document: Doc, style: PictureStyle): string;
  /** A Mermaid diagram, without a title and without a final line end. */
  mermaid(document: Doc, style?: Pick<PictureStyle, "links">): string;
  /** Diagrams of other drawing programs, as text. Default: none. */
  readonly diagrams?: DiagramWriters<Doc>;
  /** The ending of files with Mermaid diagrams, such as `seq.mmd`. Default: `mmd`. */
  readonly mermaidEnding?: string;
}

/** A template of new documents. */
export interface Template<Doc extends object = JsonObject> {
  /** Its name. */
  readonly name: string;
  /** One sentence about its documents. */
  readonly summary: string;
  /** Makes the document. */
  make(settings: TemplateSettings): Doc;
}

/** Settings of a new document. */
export interface TemplateSettings {
  /** The document's name. */
  readonly name: string;
  /** Its namespace, for kinds that have one. */
  readonly namespace: string;
  /** Its description, for kinds that have one. */
  readonly description?: string | undefined;
}

/** A part of a document that has a name. */
export interface DocumentElement {
  /** Its type, such as `state`. */
  readonly type: string;
  /** Its name or id. */
  readonly name: string;
  /** Other names that it is found by. Default: none. */
  readonly aliases?: readonly string[];
  /** JSON pointer in the definition. */
  readonly path: string;
  /** One line for people. */
  readonly text: string;
}
