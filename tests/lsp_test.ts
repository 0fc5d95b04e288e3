/**
 * `loom lsp` as an editor meets it: a process of its own, and the client side of the protocol's own library.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl, toFileUrl } from "@std/path";
import { spawn } from "node:child_process";
import {
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { TempFolder } from "../cli/testing/loom.ts";

const MAIN = fromFileUrl(new URL("../cli/main.ts", import.meta.url));
const EXAMPLES = new URL("../examples/", import.meta.url);

/** An editor that has started the server. */
class Editor implements AsyncDisposable {
  readonly connection: ProtocolConnection;
  readonly #child = spawn(Deno.execPath(), ["run", "-A", "-q", "--no-check", MAIN, "lsp"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  readonly #exit = new Promise<number | null>((resolve) => this.#child.once("close", resolve));
  readonly #reported = new Map<string, PromiseWithResolvers<readonly Diagnostic[]>>();

  constructor() {
    const { stdin, stdout } = this.#child;
    this.connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
    this.connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) => {
      this.#reports(uri).resolve(diagnostics);
    });
    this.connection.listen();
  }

  /** Opens a text, and waits for its findings. */
  async open(uri: string, text: string): Promise<readonly Diagnostic[]> {
    this.#reported.delete(uri);
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "json", version: 1, text },
    });
    return await this.#reports(uri).promise;
  }

  /** Replaces a text, and waits for its findings. */
  async change(uri: string, text: string): Promise<readonly Diagnostic[]> {
    this.#reported.delete(uri);
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text }],
    });
    return await this.#reports(uri).promise;
  }

  #reports(uri: string): PromiseWithResolvers<readonly Diagnostic[]> {
    const reported = this.#reported.get(uri) ?? Promise.withResolvers();
    this.#reported.set(uri, reported);
    return reported;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.connection.sendRequest("shutdown");
    await this.connection.sendNotification("exit");
    assertEquals(await this.#exit, 0);
    this.connection.dispose();
  }
}

async function startEditor(): Promise<Editor> {
  const editor = new Editor();
  await editor.connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
  await editor.connection.sendNotification("initialized", {});
  return editor;
}

/** The position of a part of a text, and a few characters into it. */
function positionOf(text: string, part: string, into = 1) {
  const offset = text.indexOf(part);
  assert(offset >= 0, part);
  const lines = text.slice(0, offset + into).split("\n");
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

const DOOR = JSON.stringify(
  {
    stateMachine: {
      settings: { namespace: "Home", name: "Door", asynchronous: false },
      events: [{ name: "Hand", events: [{ id: "open", description: "Somebody pulls." }, { id: "close" }] }],
      state: {
        name: "Door",
        states: [
          { name: "Closed", transitions: [{ event: "open", nextState: "Open" }] },
          {
            name: "Open",
            transitions: [{ event: "close", nextState: "Closed", condition: "in_state('Open')" }],
          },
        ],
      },
    },
  },
  null,
  2,
);

Deno.test("loom lsp finds, completes, explains, leads to and renames names of a machine", async () => {
  await using editor = await startEditor();
  const { connection } = editor;
  const uri = "untitled:door.smdf.json";
  const textDocument = { uri };
  assertEquals(await editor.open(uri, DOOR), []);

  const broken = DOOR.replace('"nextState": "Open"', '"nextState": "Opne"');
  const [finding] = await editor.change(uri, broken);
  assertEquals([finding?.code, finding?.severity], ["V006", 1]);
  assertEquals(finding?.range.start, positionOf(broken, '"Opne"'));

  const [syntax] = await editor.change(uri, DOOR.slice(0, -3));
  assert(syntax !== undefined, "broken JSON is reported");

  await editor.change(uri, DOOR);
  const completion = await connection.sendRequest<{ items: { label: string }[] }>("textDocument/completion", {
    textDocument,
    position: positionOf(DOOR, '"nextState": "', 14),
  });
  assertEquals(completion.items.map(({ label }) => label), ["Door", "Closed", "Open"]);

  const fields = await connection.sendRequest<{ items: { label: string }[] }>("textDocument/completion", {
    textDocument,
    position: positionOf(DOOR, '"name": "Closed"', 1),
  });
  assert(fields.items.some(({ label }) => label === "onEntry"), "fields of a state are offered");

  const hover = await connection.sendRequest<{ contents: { value: string } }>("textDocument/hover", {
    textDocument,
    position: positionOf(DOOR, '"event": "open"', 11),
  });
  assertStringIncludes(hover.contents.value, "Somebody pulls.");

  const definition = await connection.sendRequest<{ range: { start: object } }>("textDocument/definition", {
    textDocument,
    position: positionOf(DOOR, '"nextState": "Open"', 16),
  });
  assertEquals(definition.range.start, positionOf(DOOR, '"name": "Open"', 9));

  const inGuard = positionOf(DOOR, "in_state('Open')", 12);
  const references = await connection.sendRequest<object[]>("textDocument/references", {
    textDocument,
    position: inGuard,
    context: { includeDeclaration: true },
  });
  assertEquals(references.length, 3);

  const edit = await connection.sendRequest<{ changes: Record<string, { newText: string }[]> }>(
    "textDocument/rename",
    { textDocument, position: inGuard, newName: "Ajar" },
  );
  assertEquals(edit.changes[uri]?.map(({ newText }) => newText).sort(), ["Ajar", "Ajar", "in_state('Ajar')"]);

  const symbols = await connection.sendRequest<{ name: string; children: { name: string }[] }[]>(
    "textDocument/documentSymbol",
    { textDocument },
  );
  assertEquals(symbols.map(({ name }) => name), ["open", "close", "Door"]);
  assertEquals(symbols[2]?.children.map(({ name }) => name), ["Closed", "Open"]);

  const picture = await connection.sendRequest<{ svg: string }>("loom/picture", { textDocument });
  assertStringIncludes(picture.svg, "<svg");
});

Deno.test("loom lsp leads from a guard to declared data, and renames it with its uses", async () => {
  await using editor = await startEditor();
  const uri = "untitled:door.smdf.json";
  const door = DOOR.replace('"settings": {', '"settings": { "data": [{ "name": "level", "type": "number" }],')
    .replace("in_state('Open')", "level > 2");
  await editor.open(uri, door);
  const request = { textDocument: { uri }, position: positionOf(door, "level > 2", 1) };
  const found = await editor.connection.sendRequest<{ range: { start: object } }>(
    "textDocument/definition",
    request,
  );
  assertEquals(found.range.start, positionOf(door, '"name": "level"', 9));
  const { changes } = await editor.connection.sendRequest<{ changes: Record<string, { newText: string }[]> }>(
    "textDocument/rename",
    { ...request, newName: "height" },
  );
  assertEquals(changes[uri]?.map(({ newText }) => newText).sort(), ["height", "height > 2"]);
});

Deno.test("loom lsp gives findings, outline and pictures of every kind", async () => {
  await using editor = await startEditor();
  for (const name of ["checkout.smdf.json", "shop.erdf.json", "buying.sqdf.json", "shop.sysdf.json"]) {
    const uri = new URL(name, EXAMPLES).href;
    assertEquals(await editor.open(uri, await Deno.readTextFile(new URL(name, EXAMPLES))), [], name);
    const symbols = await editor.connection.sendRequest<object[]>("textDocument/documentSymbol", {
      textDocument: { uri },
    });
    assert(symbols.length > 0, name);
    const { svg } = await editor.connection.sendRequest<{ svg: string }>("loom/picture", {
      textDocument: { uri },
    });
    assertStringIncludes(svg, "<svg", name);
  }
});

Deno.test("loom lsp follows names through the documents of a system", async () => {
  await using folder = await TempFolder.make();
  for await (const { name, isFile } of Deno.readDir(EXAMPLES)) {
    if (isFile) await Deno.copyFile(new URL(name, EXAMPLES), folder.at(name));
  }
  await using editor = await startEditor();
  const { connection } = editor;
  const uri = toFileUrl(folder.at("delivery.sqdf.json")).href;
  const text = await Deno.readTextFile(folder.at("delivery.sqdf.json"));
  await editor.open(uri, text);
  const [, event = ""] = /"event": "(\w+)"/.exec(text) ?? [];
  const definition = await connection.sendRequest<{ uri: string } | null>("textDocument/definition", {
    textDocument: { uri },
    position: positionOf(text, `"event": "${event}"`, 11),
  });
  assertStringIncludes(definition?.uri ?? "", "parcel.smdf.json");

  const machine = toFileUrl(folder.at("parcel.smdf.json")).href;
  const parcel = await Deno.readTextFile(folder.at("parcel.smdf.json"));
  await editor.open(machine, parcel);
  const { changes } = await connection.sendRequest<{ changes: Record<string, object[]> }>(
    "textDocument/rename",
    {
      textDocument: { uri: machine },
      position: positionOf(parcel, `"id": "${event}"`, 8),
      newName: "handed_over",
    },
  );
  assert((changes[uri]?.length ?? 0) > 0, "the scenario follows");
});
