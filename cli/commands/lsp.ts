import type { Buffer } from "node:buffer";
import { Readable, Writable } from "node:stream";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import { LspServer } from "../lsp/lsp_server.ts";
import type { LSP } from "../table/agents.ts";

/** Serves an editor on standard input and output until it ends the session. */
export const lsp: Run<typeof LSP> = async ({ io, kinds }) => {
  const input = Readable.from(io.stdin.readable);
  const decoder = new TextDecoder();
  const output = new Writable({
    write(chunk: Buffer | string, _encoding, done) {
      try {
        io.stdout.write(typeof chunk === "string" ? chunk : decoder.decode(chunk));
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(input),
    new StreamMessageWriter(output),
  );
  const ended = Promise.withResolvers<void>();
  connection.onNotification("exit", () => ended.resolve());
  connection.onClose(() => ended.resolve());
  input.once("end", () => ended.resolve());
  new LspServer(connection, kinds);
  connection.listen();
  await ended.promise;
  connection.dispose();
  input.destroy();
  return EXIT.done;
};
