import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Box, overlaps } from "../../geometry/box.ts";
import type { DrawnText } from "../../picture/drawn_text.ts";
import { fitOf } from "../../picture/fit.ts";
import { parsePicture, valuesOf, withClass } from "../../picture/testing.ts";
import { allMessages } from "../lookup.ts";
import { LoomError } from "../../error.ts";
import { SEQUENCE_KIND } from "../kind.ts";
import { renderSequenceSvg } from "../svg/render_svg.ts";
import { LENDING } from "../testing.ts";
import type { SequenceDefinition } from "../types.ts";
import { drawSequence } from "./draw_sequence.ts";
import type { SequenceDrawing } from "./sequence_drawing.ts";

const message = fc.record({
  from: fc.nat(2),
  to: fc.oneof(fc.nat(2), fc.nat(4)),
  label: fc.constantFrom("asks", "says a rather long sentence about the things that are to be done", "x"),
  event: fc.constantFrom("", "submit"),
  carries: fc.constantFrom("", "PurchaseOrder"),
  state: fc.constantFrom("", "WaitingForPayment"),
  notes: fc.constantFrom(
    "",
    "",
    "Mind the gap.",
    "A long remark that needs more than a single line of words.",
  ),
  reply: fc.boolean(),
  optional: fc.boolean(),
}).map(({ from, to, ...rest }) => ({ ...rest, from: `P${from}`, to: `P${to}` }));

const fragments = (depth: number): fc.Arbitrary<object[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom("alt", "opt", "loop", "par", "break", "critical"),
      label: fc.constantFrom("", "it rains", "the very long condition of an alternative that is rarely true"),
      after: fc.nat(6),
      until: fc.option(fc.nat(6), { nil: undefined }),
      messages: fc.array(message, { maxLength: 3 }),
      fragments: depth === 0 ? fc.constant([]) : fragments(depth - 1),
    }),
    { maxLength: 3 },
  );

/** Scenarios of up to five participants with any messages and fragments. */
const scenarios = fc.record({
  settings: fc.constant({ namespace: "N", name: "Drawn" }),
  participants: fc.constantFrom(3, 5).map((count) =>
    Array.from(
      { length: count },
      (_, at) => ({ name: `P${at}`, service: at === 1 ? "a-rather-long-service" : "" }),
    )
  ),
  messages: fc.array(message, { maxLength: 10 }),
  fragments: fragments(1),
}) as fc.Arbitrary<unknown> as fc.Arbitrary<SequenceDefinition>;

function boxOfText({ x, y, width, size, anchor }: DrawnText): Box {
  const left = anchor === "middle" ? x - width / 2 : anchor === "end" ? x - width : x;
  return { x: left, y: y - size + 2, width, height: size };
}

function contains(outer: Box, inner: Box): boolean {
  return inner.x >= outer.x - 0.01 && inner.y >= outer.y - 0.01 &&
    inner.x + inner.width <= outer.x + outer.width + 0.01 &&
    inner.y + inner.height <= outer.y + outer.height + 0.01;
}

function assertSound(drawing: SequenceDrawing): void {
  const { lifelines, messages, frames, activations } = drawing;
  const heads = lifelines.map(({ box }) => box);
  const words = messages.map(({ plate }) => plate);
  const notes = messages.flatMap(({ note }) => note ? [note.box] : []);
  const labels = frames.flatMap((
    { tab, labels },
  ) => [tab, ...labels.filter(({ text }) => text).map(boxOfText)]);
  const apart = [...heads, ...words, ...notes, ...labels];
  apart.forEach((box, at) =>
    apart.slice(at + 1).forEach((other) =>
      assert(!overlaps(box, other), `overlap: ${JSON.stringify([box, other])}`)
    )
  );
  for (const box of [...apart, ...frames.map(({ box }) => box)]) {
    assert(contains(drawing, box), "out of the picture");
  }
  frames.forEach(({ box }, at) =>
    frames.slice(at + 1).forEach((other) =>
      assert(contains(box, other.box) || !overlaps(box, other.box), "frames cross")
    )
  );
  for (const box of [...words, ...notes]) {
    for (const frame of frames) {
      assert(contains(frame.box, box) || !overlaps(frame.box, box), "words cross a frame");
    }
  }
  for (const note of notes) {
    for (const { box } of activations) assert(!overlaps(note, box), "a note covers an activation");
  }
  for (const { from, to, points } of messages) {
    for (const [name, point] of [[from, points[0]], [to, points.at(-1)]] as const) {
      const lifeline = lifelines.find((one) => one.name === name);
      assert(lifeline && point);
      const bars = activations.filter(({ name: owner, box }) =>
        owner === name && point.y >= box.y && point.y <= box.y + box.height
      );
      const places = [lifeline.line[0].x, ...bars.flatMap(({ box }) => [box.x, box.x + box.width])];
      assert(places.some((x) => Math.abs(x - point.x) < 0.01), "a line ends beside its lifeline");
    }
  }
}

Deno.test("drawSequence() lets nothing overlap, and ends every line on a lifeline or an activation", () => {
  fc.assert(fc.property(scenarios, (def) => assertSound(drawSequence(def))), { seed: 4, numRuns: 300 });
});

Deno.test("drawSequence() keeps to that where participants stay, and in a space to fill", () => {
  const boxes = { P2: { x: 0, y: 0, width: 96, height: 36 }, P0: { x: 400, y: 0, width: 96, height: 36 } };
  fc.assert(
    fc.property(scenarios, fc.constantFrom("1:4", "4:1"), (def, fit) => {
      assertSound(drawSequence(def, { boxes: {}, lines: [], space: fitOf(fit) }));
      assertSound(drawSequence(def, { boxes, lines: [] }));
    }),
    { seed: 4, numRuns: 60 },
  );
});

Deno.test("drawSequence() keeps the order and the distances of participants that were moved", () => {
  const def = {
    settings: { namespace: "N", name: "Moved" },
    participants: ["A", "B", "C", "D"].map((name) => ({ name })),
    messages: [{ from: "A", to: "B", label: "asks" }],
  };
  const head = (x: number) => ({ x, y: 0, width: 96, height: 36 });
  const { lifelines } = drawSequence(def, { boxes: { A: head(900), C: head(0), D: head(350) }, lines: [] });
  const at = new Map(lifelines.map(({ name, box }) => [name, box.x]));
  assertEquals(lifelines.map(({ name }) => name), ["C", "D", "A", "B"]);
  assertEquals([at.get("D")! - at.get("C")!, at.get("A")! - at.get("D")!], [350, 550]);
});

Deno.test("drawSequence() is wider for a wide space and narrower for a narrow one", () => {
  const [narrow, plain, wide] = ["1:4", undefined, "4:1"].map((fit) =>
    drawSequence(LENDING, { boxes: {}, lines: [], space: fit === undefined ? undefined : fitOf(fit) }).width
  );
  assert(narrow! <= plain! && plain! < wide!, `${narrow}, ${plain}, ${wide}`);
});

Deno.test("drawSequence() puts heads closer together where there are many", () => {
  const pitch = (count: number) => {
    const participants = Array.from({ length: count }, (_, at) => ({ name: `S${at}` }));
    const [first, second] = drawSequence({ participants, messages: [] }).lifelines;
    return second!.box.x - first!.box.x;
  };
  assertEquals([pitch(12), pitch(13)], [124, 80]);
});

Deno.test("drawSequence() names participants at the foot of long lines, too", () => {
  const messages = Array.from({ length: 40 }, () => ({ from: "A", to: "B", label: "asks" }));
  const draw = (count: number) =>
    drawSequence({ participants: [{ name: "A" }, { name: "B" }], messages: messages.slice(0, count) });
  assertEquals(draw(3).lifelines.map(({ foot }) => foot), [undefined, undefined]);
  const { lifelines, height } = draw(40);
  assertEquals(lifelines.map(({ foot }) => foot?.text), ["A", "B"]);
  for (const { foot, line: [, bottom] } of lifelines) assert(foot && foot.y > bottom.y && foot.y < height);
});

Deno.test("drawSequence() draws every message once, from top to bottom", () => {
  fc.assert(
    fc.property(scenarios, (def) => {
      const { messages } = drawSequence(def);
      assertEquals(
        messages.map(({ ref }) => ref).toSorted(),
        allMessages(def).map(({ ref }) => ref).toSorted(),
      );
      messages.slice(1).forEach((one, at) => assert(one.points[0]!.y > messages[at]!.points[0]!.y));
    }),
    { seed: 9, numRuns: 100 },
  );
});

Deno.test("drawSequence() draws a fragment where it branches", () => {
  const { frames, messages } = drawSequence(LENDING);
  const y = (ref: string) => messages.find((one) => one.ref === ref)?.points[0]?.y ?? NaN;
  assertEquals(frames.map(({ kind }) => kind), ["loop", "alt", "opt"]);
  const [loop, alt, opt] = frames;
  assert(loop && alt && opt);
  assert(
    loop.box.y < y("f2.1") && y("f2.1") < loop.box.y + loop.box.height &&
      loop.box.y + loop.box.height < y("1"),
  );
  assert(y("2") < alt.box.y && alt.box.y < y("f1.1"));
  assert(contains(alt.box, opt.box));
  const [divider = NaN] = alt.dividers;
  assert(y("f1.2") < divider && divider < y("3"));
});

Deno.test("drawSequence() draws the activation of a call until its answer", () => {
  const { activations, messages } = drawSequence({
    ...LENDING,
    fragments: [],
  });
  const y = (ref: string) => messages.find((one) => one.ref === ref)?.points[0]?.y;
  assertEquals(
    activations.map(({ name, box }) => [name, box.y, box.y + box.height]),
    [["Desk", y("1"), y("5")], ["Shelf", y("2"), y("3")]],
  );
});

Deno.test("drawSequence() draws ends that are no participants, and passes over what is no object", () => {
  const def: SequenceDefinition = JSON.parse(`{
    "participants": [null, { "name": "A" }, { "name": "A" }, {}],
    "messages": [null, { "from": "A", "to": "Ghost", "label": 7 }, { "from": "A", "to": "A", "label": "x" }],
    "fragments": [null, { "kind": "neg", "after": "x" }]
  }`);
  const drawing = drawSequence(def);
  assertEquals(drawing.lifelines.map(({ name, isDefined }) => [name, isDefined]), [["A", true], [
    "Ghost",
    false,
  ]]);
  assertEquals(drawing.messages.map(({ ref }) => ref), ["2", "3"]);
  assertSound(drawing);
});

Deno.test("renderSequenceSvg() is well-formed, the same for the same input, and names what it draws", () => {
  const options = { theme: "light", active: new Set(["Desk", "f1.2"]) } as const;
  const svg = renderSequenceSvg(LENDING, options);
  assertEquals(svg, renderSequenceSvg(LENDING, options));
  const picture = parsePicture(svg);
  assertEquals(valuesOf(picture, "data-participant"), ["Member", "Desk", "Shelf"]);
  assertEquals(valuesOf(picture, "data-message"), [
    "f2.1",
    "1",
    "2",
    "f1.1",
    "f1.2",
    "f1.f1.1",
    "3",
    "4",
    "5",
  ]);
  assertEquals(valuesOf(picture, "data-fragment"), ["f2", "f1", "f1.f1"]);
  assertEquals(withClass(picture, "slc-sqd-reply").length, 3);
  assert(renderSequenceSvg(LENDING, { theme: "light" }) !== svg);
});

Deno.test("renderSequenceSvg() takes any document", () => {
  const part = fc.oneof(fc.array(fc.jsonValue()), fc.jsonValue());
  const parts = fc.record({ settings: part, participants: part, messages: part, fragments: part });
  fc.assert(
    fc.property(parts, (def) => {
      parsePicture(renderSequenceSvg(def as never));
    }),
    { seed: 5 },
  );
});

Deno.test("SEQUENCE_KIND draws the participant in focus and those near it", () => {
  const style = { theme: "light", title: "", active: new Set<string>(), actions: false } as const;
  const picture = (focus: string, depth: number) =>
    SEQUENCE_KIND.content?.pictures.svg({
      settings: { namespace: "Shop", name: "Buying" },
      participants: [{ name: "Buyer" }, { name: "Shop" }, { name: "Bank" }],
      messages: [
        { from: "Buyer", to: "Shop", label: "orders" },
        { from: "Shop", to: "Bank", label: "asks" },
      ],
    }, { ...style, view: "tree", columns: undefined, part: { focus, depth, collapse: [] } }) ?? "";
  const names = (svg: string) =>
    Array.from(svg.matchAll(/data-(?:participant|message)="([^"]*)"/g), (found) => found[1]);
  assertEquals([...new Set(names(picture("Bank", 1)))], ["2", "Shop", "Bank"]);
  assertEquals([...new Set(names(picture("Bank", 0)))], ["Bank"]);
  assertThrows(() => picture("Bnak", 1), LoomError, 'There is no "Bnak" to draw. Did you mean "Bank"?');
});
