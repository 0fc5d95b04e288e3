import { formattedText } from "@loom/bridge/document";
import { DRAWING_DEFAULTS, drawUnblocked } from "@loom/bridge/drawing";
import { systemOf } from "@loom/bridge/system";
import { planRename } from "@loom/engine";
import {
  type AnyKind,
  type JsonObject,
  type KindTable,
  LoomError,
  type PictureTheme,
  toJsonSchema,
} from "@loom/protocol";
import { fromFileUrl, toFileUrl } from "@std/path";
import { getLanguageService, type LanguageService } from "vscode-json-languageservice";
import {
  type CompletionList,
  type InitializeResult,
  type Location,
  type Position,
  type ProtocolConnection,
  ResponseError,
  type TextDocumentContentChangeEvent,
  TextDocumentSyncKind,
  type TextEdit,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol";
import { TextDocument } from "vscode-languageserver-textdocument";
import { VERSION } from "../version.ts";
import {
  completionsOf,
  diagnosticsOf,
  editsOf,
  elementNear,
  hoverOf,
  referencesOf,
  symbolsOf,
} from "./features.ts";
import { type LoomText, nameRange, readLoomText } from "./loom_text.ts";
import { changedTexts, elementsOf, renamed } from "./names.ts";

/** An open text, and the document that it was when it could last be read. */
interface OpenText {
  readonly document: TextDocument;
  readonly now: LoomText | undefined;
  readonly last: LoomText | undefined;
}

/** The parameters of requests; each has those that its method has. */
interface AtPosition {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
  /** The name of a rename. */
  readonly newName: string;
  /** The colours of a picture. */
  readonly theme?: PictureTheme;
}

/** A part of the documents of a system that can be renamed in all of them. */
const RENAMED = new Set(["entity", "attribute", "state", "event", "participant", "actor"]);

/** The language server: the texts that an editor has open, and answers about them. */
export class LspServer {
  readonly #connection: ProtocolConnection;
  readonly #kinds: KindTable;
  readonly #json: LanguageService;
  readonly #open = new Map<string, OpenText>();

  constructor(connection: ProtocolConnection, kinds: KindTable) {
    this.#connection = connection;
    this.#kinds = kinds;
    this.#json = getLanguageService({});
    this.#json.configure({
      schemas: kinds.rows.flatMap((row) => {
        const schema = fileSchema(row);
        const fileMatch = [row.extension, ...row.otherExtensions].map((ending) => `*${ending}`);
        return schema === undefined ? [] : [{ uri: `urn:loom:${row.kind}`, fileMatch, schema }];
      }),
    });
    this.#listen();
  }

  #listen(): void {
    const connection = this.#connection;
    connection.onRequest("initialize", () => CAPABILITIES);
    connection.onRequest("shutdown", () => null);
    connection.onNotification("textDocument/didOpen", ({ textDocument }: DidOpen) => {
      const { uri, languageId, version, text } = textDocument;
      this.#take(TextDocument.create(uri, languageId, version, text));
    });
    connection.onNotification("textDocument/didChange", ({ textDocument, contentChanges }: DidChange) => {
      const open = this.#open.get(textDocument.uri);
      if (open === undefined) return;
      this.#take(TextDocument.update(open.document, [...contentChanges], textDocument.version));
    });
    connection.onNotification("textDocument/didClose", ({ textDocument: { uri } }: AtPosition) => {
      this.#open.delete(uri);
      void connection.sendNotification("textDocument/publishDiagnostics", { uri, diagnostics: [] });
    });
    this.#answer("textDocument/completion", (open, { position }) => this.#completions(open, position));
    this.#answer("textDocument/hover", (open, { position }) => this.#hover(open, position));
    this.#answer("textDocument/documentSymbol", ({ last }) => last ? symbolsOf(last) : []);
    this.#answer(
      "textDocument/definition",
      ({ now }, { position }) => now && this.#definition(now, position),
    );
    this.#answer("textDocument/references", ({ now }, { position }) => {
      const element = now && elementNear(now, position);
      if (now === undefined || element === undefined) return [];
      return referencesOf(now, element).map((range) => ({ uri: now.document.uri, range }));
    });
    this.#answer("textDocument/prepareRename", ({ now }, { position }) => {
      const element = now && elementNear(now, position);
      if (now === undefined || element === undefined || renamed(now, element, "x") === undefined) return null;
      return { range: wordRange(now.document, position), placeholder: element.name };
    });
    this.#answer("textDocument/rename", ({ now }, params) => now && this.#rename(now, params));
    this.#answer("textDocument/formatting", ({ document }) => formatted(document));
    this.#answer("loom/picture", ({ now }, params) => now && picture(now, params));
  }

  /** Answers requests about a text that is open. */
  #answer(method: string, answer: (open: OpenText, params: AtPosition) => unknown): void {
    this.#connection.onRequest(method, async (params: AtPosition) => {
      const open = this.#open.get(params.textDocument.uri);
      if (open === undefined) return null;
      try {
        return await answer(open, params) ?? null;
      } catch (error) {
        if (!(error instanceof LoomError)) throw error;
        throw new ResponseError(REQUEST_FAILED, error.message);
      }
    });
  }

  #take(document: TextDocument): void {
    const { uri, version } = document;
    const now = readLoomText(document, this.#kinds);
    this.#open.set(uri, { document, now, last: now ?? this.#open.get(uri)?.last });
    void this.#diagnostics(document, now).then((diagnostics) =>
      this.#connection.sendNotification("textDocument/publishDiagnostics", { uri, version, diagnostics })
    ).catch(() => {});
  }

  async #diagnostics(document: TextDocument, now: LoomText | undefined) {
    if (now !== undefined) return diagnosticsOf(now);
    const json = this.#json.parseJSONDocument(document);
    return await this.#json.doValidation(document, json, {
      schemaValidation: "ignore",
      schemaRequest: "ignore",
    });
  }

  async #completions({ document, last }: OpenText, position: Position): Promise<CompletionList> {
    const json = this.#json.parseJSONDocument(document);
    const names = last === undefined ? [] : completionsOf(last, document, position);
    const fields = names.length > 0 ? null : await this.#json.doComplete(document, position, json);
    return { isIncomplete: false, items: [...names, ...fields?.items ?? []] };
  }

  async #hover({ document, now }: OpenText, position: Position) {
    const named = now && hoverOf(now, position);
    return named ?? await this.#json.doHover(document, position, this.#json.parseJSONDocument(document));
  }

  /** The declaration of what is named at a position, in this document or in another one of its system. */
  async #definition(text: LoomText, position: Position): Promise<Location | undefined> {
    const { uri } = text.document;
    const element = elementNear(text, position);
    if (element !== undefined && element.type !== "member") return { uri, range: nameRange(text, element) };
    const word = wordAt(text.document, position);
    for (const member of await this.#members(uri)) {
      const found = elementsOf(member).find(({ name }) => name === word);
      if (member.document.uri.endsWith(`/${word}`)) return { uri: member.document.uri, range: START };
      if (found !== undefined) return { uri: member.document.uri, range: nameRange(member, found) };
    }
    return undefined;
  }

  /** The other documents of the system that a document belongs to: as the editor has them, else as the files are. */
  async #members(uri: string): Promise<readonly LoomText[]> {
    const system = uri.startsWith("file:") ? await systemOf(fromFileUrl(uri)) : undefined;
    return (system?.members ?? []).flatMap(({ file, document }) => {
      const open = this.#open.get(toFileUrl(file).href)?.now;
      if (open !== undefined || document === undefined) return open ?? [];
      const text = TextDocument.create(toFileUrl(file).href, "json", 0, document.text);
      return readLoomText(text, this.#kinds) ?? [];
    });
  }

  /** Renames in this document, and in the others of its system. */
  async #rename(
    text: LoomText,
    { position, newName }: AtPosition,
  ): Promise<WorkspaceEdit> {
    const element = elementNear(text, position);
    const changes = element && renamed(text, element, newName);
    if (element === undefined || changes === undefined) {
      throw new ResponseError(
        REQUEST_FAILED,
        "Nothing that can be renamed is named here, or the new name is taken.",
      );
    }
    const edits: Record<string, TextEdit[]> = { [text.document.uri]: editsOf(text, changes) };
    if (RENAMED.has(element.type)) {
      await this.#renameElsewhere(text, element.type, element.name, newName, edits);
    }
    return { changes: edits };
  }

  async #renameElsewhere(
    text: LoomText,
    what: string,
    from: string,
    to: string,
    edits: Record<string, TextEdit[]>,
  ): Promise<void> {
    const system = text.document.uri.startsWith("file:")
      ? await systemOf(fromFileUrl(text.document.uri))
      : undefined;
    if (system?.document === undefined) return;
    const texts = await this.#members(text.document.uri);
    const members = system.members.map((member) => {
      const now = texts.find(({ document }) => document.uri === toFileUrl(member.file).href);
      return now === undefined ? member : { ...member, definition: now.definition };
    });
    const renames = what as Parameters<typeof planRename>[2]["what"];
    const planned = planRename(system.document.definition, members, { what: renames, from, to });
    if (!planned.ok) return;
    for (const { member, after } of planned.value) {
      const file = system.members.find(({ path }) => path === member)?.file;
      const other = texts.find(({ document }) => file !== undefined && document.uri === toFileUrl(file).href);
      if (other === undefined || other.document.uri === text.document.uri) continue;
      edits[other.document.uri] = editsOf(other, [...changedTexts(other.definition, after)]);
    }
  }
}

interface DidOpen {
  readonly textDocument: {
    readonly uri: string;
    readonly languageId: string;
    readonly version: number;
    readonly text: string;
  };
}

interface DidChange {
  readonly textDocument: { readonly uri: string; readonly version: number };
  readonly contentChanges: readonly TextDocumentContentChangeEvent[];
}

/** The protocol's code of a request that was understood and failed. */
const REQUEST_FAILED = -32803;
const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const CAPABILITIES: InitializeResult = {
  capabilities: {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    completionProvider: { triggerCharacters: ['"', ":", "."] },
    hoverProvider: true,
    documentSymbolProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    renameProvider: { prepareProvider: true },
    documentFormattingProvider: true,
    experimental: { picture: "loom/picture" },
  },
  serverInfo: { name: "loom", version: VERSION },
};

function formatted(document: TextDocument): TextEdit[] {
  const text = document.getText();
  const newText = formattedText({ path: document.uri, text });
  return newText === text
    ? []
    : [{ range: { start: START.start, end: document.positionAt(text.length) }, newText }];
}

/** The longest that a picture may take, in milliseconds. */
const DRAWING_TIMEOUT = 60_000;

/** A picture of the document as it is in the editor. */
async function picture({ row, definition }: LoomText, { theme = "auto" }: AtPosition) {
  const style = { ...DRAWING_DEFAULTS, theme };
  const signal = AbortSignal.timeout(DRAWING_TIMEOUT);
  const { content } = await drawUnblocked({ format: "svg", row, definition, style }, signal);
  return { kind: row.kind, svg: String(content) };
}

function wordAt(document: TextDocument, position: Position): string {
  return document.getText(wordRange(document, position));
}

/** The range of the string around a position, without its quotes. */
function wordRange(document: TextDocument, { line, character }: Position) {
  const text = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
  const start = text.lastIndexOf('"', character - 1) + 1;
  const end = text.indexOf('"', character);
  return {
    start: { line, character: start },
    end: { line, character: end < 0 ? text.trimEnd().length : end },
  };
}

/** The JSON Schema of a kind's files, the definition wrapped or bare. */
function fileSchema({ kind, title, wrapperKeys, content }: AnyKind): JsonObject | undefined {
  if (content === undefined) return undefined;
  const { table, root } = content.shape;
  const { $ref = "", $defs = {}, ...head } = toJsonSchema(table, root, {
    id: `urn:loom:${kind}`,
    title,
    description: "",
  });
  const properties = Object.fromEntries(wrapperKeys.map((key) => [key, { $ref }]));
  return { ...head, anyOf: [{ $ref }, { type: "object", properties }], $defs };
}
