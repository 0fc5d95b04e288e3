import { assertEquals, assertRejects } from "@std/assert";
import * as z from "zod";
import { McpError } from "../sdk.ts";
import { openTestClient } from "../testing/client.ts";

const REFUSED: readonly (readonly [string, Record<string, unknown> | undefined, string])[] = [
  [
    "tools/call",
    { name: 5 },
    '"params.name" is wrong: expected string, received number. Mend that and send it again. tools/list names all tools.',
  ],
  [
    "tools/call",
    { arguments: {} },
    '"params.name" is missing. Mend that and send it again. tools/list names all tools.',
  ],
  [
    "tools/call",
    { name: "add_state", arguments: [] },
    '"params.arguments" is wrong: expected record, received array. Mend that and send it again.',
  ],
  ["tools/call", undefined, '"params" is missing. Mend that and send it again.'],
  [
    "prompts/get",
    { name: null },
    '"params.name" is wrong: expected string, received null. Mend that and send it again.',
  ],
  ["resources/read", {}, '"params.uri" is missing. Mend that and send it again.'],
];

Deno.test("takeRequests() refuses a request that is not as the protocol has it with a sentence", async () => {
  await using one = await openTestClient();
  for (const [method, params, sentence] of REFUSED) {
    const request = { method, ...(params === undefined ? {} : { params }) };
    const { code, message } = await assertRejects(() => one.client.request(request, z.any()), McpError);
    assertEquals([code, message.replace(/^.*-32602: /, "")], [
      -32602,
      `${method} cannot be done: ${sentence}`,
    ]);
  }
});
