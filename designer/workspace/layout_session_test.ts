import type { ArrangementPatch } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { LayoutSession } from "./layout_session.ts";

/** The place of an element. */
const placed = (name: string, x: number): ArrangementPatch => ({ places: { [name]: { x, y: 0 } } });

Deno.test("LayoutSession keeps what a server in trouble did not take, and drops what it refuses", async () => {
  const answers = [503, 200, 400, 200, 200];
  const sent: ArrangementPatch[] = [];
  const session = new LayoutSession("door.smdf.json", {
    fetch: (_, init) => {
      if (init === undefined) return Promise.resolve(Response.json({ arrangement: {} }));
      sent.push(JSON.parse(String(init.body)));
      return Promise.resolve(new Response(null, { status: answers.shift() ?? 200 }));
    },
    openStream: () => () => {},
  });
  const settled = () => new Promise((resolve) => setTimeout(resolve, 1));
  session.open();
  await settled();
  const [first, second, third, fourth] = [
    placed("A", 1),
    placed("A", 2),
    placed("A", 3),
    placed("A", 4),
  ] as const;
  session.change(first);
  await settled();
  assertEquals(sent, [first]);
  session.change(second);
  await settled();
  assertEquals(sent, [first, first, second]);
  session.change(third);
  session.change(fourth);
  await settled();
  assertEquals(sent.slice(3), [third, fourth]);
  assertEquals(session.arrangement().places?.A, { x: 4, y: 0 });
});

Deno.test("LayoutSession says when its changes are sent", async () => {
  const answers: ((response: Response) => void)[] = [];
  const session = new LayoutSession("door.smdf.json", {
    fetch: (_, init) =>
      init === undefined
        ? Promise.resolve(Response.json({ arrangement: {} }))
        : new Promise((resolve) => answers.push(resolve)),
    openStream: () => () => {},
  });
  session.open();
  await new Promise((resolve) => setTimeout(resolve, 1));
  await session.sent();
  session.change(placed("A", 1));
  let isSent = false;
  const sent = session.sent().then(() => isSent = true);
  await new Promise((resolve) => setTimeout(resolve, 1));
  assertEquals([answers.length, isSent], [1, false]);
  answers[0]?.(new Response(null, { status: 503 }));
  await sent;
});
