import type { BridgeClient } from "@loom/hub/client";
import { assertEquals } from "@std/assert";
import { saveDocument } from "./save_document.ts";

Deno.test("saveDocument() tells its number as one of the epoch in which the document was read", async () => {
  const told: unknown[] = [];
  const client = {
    phase: "live",
    document: {
      confirmed: { name: "Door" },
      fileRevision: "r1",
      fileProblem: null,
      seq: 3,
      epoch: "e1",
      unsavedIds: [],
      pending: 0,
    },
    on: () => () => {},
    commit: (_ops: unknown, options: unknown) => {
      told.push(options);
      return Promise.resolve({});
    },
  };
  await saveDocument(client as unknown as BridgeClient, () => {
    // The hub is started again while the file is written.
    client.document = { ...client.document, epoch: "e2", seq: 1 };
    return Promise.resolve({ revision: "r2", mtime: 2 });
  });
  assertEquals(told, [{ revision: "r2", baseRevision: "r1", savedSeq: 3, epoch: "e1", mtime: 2 }]);
});
