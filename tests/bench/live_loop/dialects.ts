/**
 * How the clients speak to each server. None of them reads what it gets further than it has to.
 *
 * @module
 */
import type { JsonObject } from "@loom/protocol";
import * as Y from "yjs";
import { documentToEdit, editsOf, type MadeEdit } from "./edits.ts";
import type { LeanSocket } from "./lean_socket.ts";
import { fill, follow } from "./shared_tree.ts";
import type { ServerKind } from "./wire.ts";

/** The document at all servers. */
export const DOC_ID = "/bench/machine.smdf.json";
/** How many of the clients edit. */
export const EDITORS = 4;

/** What a client makes of a message. */
export type Heard =
  /** An edit was delivered. */
  | "edit"
  /** The client takes part from now on. */
  | "ready"
  | "other";

/** The ways of one server. */
export interface Dialect {
  /** Where its connections are opened. */
  readonly path: string;
  /** Makes edits ready to be sent, so that only sending them is measured. */
  prepare(count: number): void;
  /** Sends the next edit from one of the editors. */
  send(sockets: readonly LeanSocket[]): void;
  /** Looks at a message; answers what has to be answered. */
  hear(bytes: Uint8Array, client: number, socket: LeanSocket): Heard;
}

/** The ways of each server; what the hub broadcast last is what the plain server gets to broadcast. */
export function dialects(): Record<ServerKind, Dialect> {
  const recorded: string[] = [];
  return { hub: hubDialect(recorded), plain: plainDialect(recorded), yjs: yjsDialect() };
}

const SOCKET_IO = "/socket.io/?EIO=4&transport=websocket";
const PATCH = `42["def:patch"`;

/** Takes turns at the edits of all editors. */
function turns(): () => readonly [editor: number, edit: MadeEdit] {
  const start = documentToEdit();
  const editors = Array.from({ length: EDITORS }, (_, index) => editsOf(start, index, EDITORS));
  let turn = 0;
  return () => {
    const editor = turn++ % EDITORS;
    const next = editors[editor]?.next();
    if (next === undefined) throw new Error(`There is no editor ${editor}.`);
    return [editor, next.value];
  };
}

/** An editor as the hub's clients are: it sends a change when the one before has come back. */
class HubEditor {
  /** The number of the last change that it has seen. */
  seen = 0;
  readonly #name: string;
  readonly #waiting: string[] = [];
  #sent = 0;
  #isOut = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** Sends an edit, when its turn has come. */
  edit(ops: string, socket: LeanSocket | undefined): void {
    this.#waiting.push(ops);
    this.#sendNext(socket);
  }

  /** Takes in a change of whomever. */
  hear(text: string, socket: LeanSocket): void {
    this.seen = Number(/"seq":(\d+)/.exec(text)?.[1]);
    if (!text.includes(`"opId":"${this.#name}.`)) return;
    this.#isOut = false;
    this.#sendNext(socket);
  }

  #sendNext(socket: LeanSocket | undefined): void {
    if (this.#isOut) return;
    const ops = this.#waiting.shift();
    if (ops === undefined) return;
    this.#isOut = true;
    const opId = `${this.#name}.${this.#sent++}`;
    socket?.sendText(`${PATCH},{"ops":${ops},"baseSeq":${this.seen},"opId":"${opId}"}]`);
  }
}

function hubDialect(recorded: string[]): Dialect {
  const next = turns();
  const ready: { editor: number; ops: string }[] = [];
  const editors = Array.from({ length: EDITORS }, (_, index) => new HubEditor(`bench-${index}`));
  return {
    path: SOCKET_IO,
    prepare: (count) => {
      for (let at = 0; at < count; at++) {
        const [editor, { ops }] = next();
        ready.push({ editor, ops: JSON.stringify(ops) });
      }
      recorded.length = 0;
    },
    send: (sockets) => {
      const edit = ready.shift();
      if (edit === undefined) throw new Error("No edit is ready.");
      editors[edit.editor]?.edit(edit.ops, sockets[edit.editor]);
    },
    hear: (bytes, client, socket) => {
      const editor = editors[client];
      if (begins(bytes, PATCH)) {
        if (editor) {
          const text = textOf(bytes);
          if (client === 0) recorded.push(text);
          editor.hear(text, socket);
        }
        return "edit";
      }
      if (begins(bytes, `42["bridge:error"`)) throw new Error(`The hub refuses an edit: ${textOf(bytes)}`);
      if (begins(bytes, "40")) socket.sendText(`421["bridge:join",{"role":"web","docId":"${DOC_ID}"}]`);
      if (begins(bytes, "431")) {
        if (editor) editor.seen = Number(/"seq":(\d+),"mtime"/.exec(textOf(bytes))?.[1]);
        return "ready";
      }
      return hearEngine(bytes, socket);
    },
  };
}

function plainDialect(recorded: readonly string[]): Dialect {
  let sent = 0;
  return {
    path: SOCKET_IO,
    prepare: () => {
      sent = 0;
    },
    send: (sockets) => {
      const message = recorded[sent];
      if (message === undefined) throw new Error("The hub has broadcast less than that.");
      sockets[sent++ % EDITORS]?.sendText(message);
    },
    hear: (bytes, _client, socket) => {
      if (begins(bytes, PATCH)) return "edit";
      if (begins(bytes, "40")) return "ready";
      return hearEngine(bytes, socket);
    },
  };
}

/** What Engine.IO wants beneath the messages. */
function hearEngine(bytes: Uint8Array, socket: LeanSocket): Heard {
  if (begins(bytes, "0")) socket.sendText("40");
  if (bytes.length === 1 && begins(bytes, "2")) socket.sendText("3");
  return "other";
}

const SYNC = 0;
const SYNC_STEP_1 = 0;
const UPDATE = 2;

function yjsDialect(): Dialect {
  const next = turns();
  const start = documentToEdit() as unknown as JsonObject;
  const first = new Y.Doc();
  first.transact(() => fill(first.getMap("machine"), start));
  const seed = Y.encodeStateAsUpdate(first);
  const ready: { editor: number; update: Uint8Array }[] = [];
  const editors = Array.from({ length: EDITORS }, (_, editor) => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, seed);
    doc.on("update", (update: Uint8Array) => ready.push({ editor, update }));
    return doc;
  });
  let isSeeded = false;
  return {
    path: "/machine",
    prepare: (count) => {
      for (let at = 0; at < count; at++) {
        const [editor, { before, after }] = next();
        const doc = editors[editor];
        doc?.transact(() =>
          follow(
            doc.getMap("machine"),
            before as unknown as JsonObject,
            after as unknown as JsonObject,
          )
        );
      }
    },
    send: (sockets) => {
      const edit = ready.shift();
      if (edit === undefined) throw new Error("No edit is ready.");
      sockets[edit.editor]?.sendBytes(updateMessage(edit.update));
    },
    hear: (bytes, _client, socket) => {
      if (bytes[0] !== SYNC) return "other";
      if (bytes[1] === UPDATE) return "edit";
      if (bytes[1] !== SYNC_STEP_1) return "other";
      if (!isSeeded) socket.sendBytes(updateMessage(seed));
      isSeeded = true;
      return "ready";
    },
  };
}

function updateMessage(update: Uint8Array): Uint8Array {
  const size: number[] = [];
  let rest = update.length;
  for (; rest > 127; rest = Math.floor(rest / 128)) size.push(128 | (rest % 128));
  return new Uint8Array([SYNC, UPDATE, ...size, rest, ...update]);
}

function begins(bytes: Uint8Array, text: string): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[at] !== text.charCodeAt(at)) return false;
  return true;
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
