import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { elementsOf, parsePicture, type PictureElement, valuesOf, withClass } from "../../picture/testing.ts";
import { CANVAS_THEMES, PICTURE_THEMES } from "../../picture/theme.ts";
import { xmlCharacters } from "../../picture/xml.ts";
import { surveyStates } from "../draw/survey.ts";
import { machine } from "../draw/testing.ts";
import { documents, trees } from "../_arbitrary.ts";
import type { StateMachineDefinition } from "../types.ts";
import { renderSvg, type SvgOptions } from "./render_svg.ts";

const DOOR = machine([
  { name: "Open", transitions: [{ event: "close", nextState: "Shut" }] },
  {
    name: "Shut",
    transitions: [{ event: "knock" }, { event: "open", condition: "free", nextState: "Open" }],
  },
]);

function pictureOf(def: StateMachineDefinition, options: SvgOptions = {}): PictureElement {
  return parsePicture(renderSvg(def, options));
}

function childNamed(element: PictureElement, name: string): PictureElement | undefined {
  return element.children.find((child) => child.name === name);
}

function numberOf(element: PictureElement, attribute: string): number {
  return Number(element.attributes[attribute]);
}

/** All texts inside of groups that begin with a box, with that box. */
function* boxedTexts(picture: PictureElement): Generator<[PictureElement, PictureElement]> {
  const boxes = new Map(
    withClass(picture, "slc-node").map((node) => [keyOf(node), childNamed(node, "rect")]),
  );
  for (const group of elementsOf(picture)) {
    const head = group.attributes["data-head"];
    const box = head === undefined ? childNamed(group, "rect") : boxes.get(head);
    if (group.name !== "g" || !box) continue;
    for (const text of elementsOf(group)) if (text.name === "text") yield [text, box];
  }
}

function keyOf(node: PictureElement): string {
  return node.attributes["data-key"] ?? node.attributes["data-state"] ?? "";
}

function assertTextsInside(picture: PictureElement): number {
  let count = 0;
  for (const [text, box] of boxedTexts(picture)) {
    const length = Number(text.attributes.textLength ?? 0);
    const anchor = text.attributes["text-anchor"] ?? "start";
    const left = numberOf(text, "x") - (anchor === "start" ? 0 : anchor === "middle" ? length / 2 : length);
    const right = numberOf(box, "x") + numberOf(box, "width");
    assert(left >= numberOf(box, "x") - 0.01 && left + length <= right + 0.01, `${text.text} leaves its box`);
    count++;
  }
  return count;
}

Deno.test("renderSvg() draws every state and every transition once", () => {
  const picture = pictureOf(DOOR);
  assertEquals(valuesOf(picture, "data-state"), ["Open", "Shut"]);
  assertEquals(valuesOf(picture, "data-transition"), ["Open:0", "Shut:1", "Shut:0"]);
  assertEquals(valuesOf(picture, "data-label"), ["Open:0", "Shut:1"]);
});

Deno.test("renderSvg() tells readers who do not see it what it shows", () => {
  const picture = pictureOf(DOOR, { active: ["Shut"] });
  assertEquals(picture.attributes.role, "img");
  assertEquals(childNamed(picture, "title")?.text, "M");
  assertEquals(
    childNamed(picture, "desc")?.text,
    "2 states and 3 transitions. States: Open (initial); Shut (active). " +
      "Transitions: Open to Shut on close; Shut to Open on open if free; Shut stays: knock.",
  );
});

Deno.test("renderSvg() tells in words where states lie, and which lines are no transitions", () => {
  const def = machine([
    {
      name: "P",
      parallel: { nextState: "Z", states: [{ name: "R", states: [{ name: "R1", kind: "final" }] }] },
    },
    { name: "Z", transitions: [{ event: "x", nextState: "Gone" }, { nextState: "P" }] },
  ]);
  assertEquals(
    childNamed(pictureOf(def), "desc")?.text,
    "4 states and 2 transitions. States: P (initial); R (region of P); R1 (in R, initial, final); Z. " +
      "Transitions: P to Z when all regions are complete; Z to P at once; Z leads nowhere: x → Gone.",
  );
});

Deno.test("renderSvg() tells a hundred states of a large machine, and how many more there are", () => {
  const def = machine(Array.from({ length: 150 }, (_, index) => ({ name: `S${index}` })));
  const told = childNamed(pictureOf(def), "desc")?.text ?? "";
  assertStringIncludes(told, "150 states and 0 transitions.");
  assert(told.endsWith("S99; and 50 more."));
});

Deno.test("renderSvg() has the machine's name for a heading, another one, or none", () => {
  const headings = (options: SvgOptions) =>
    withClass(pictureOf(DOOR, options), "slc-title").map((title) => title.text);
  assertEquals(headings({}), ["M"]);
  assertEquals(headings({ title: "Our door" }), ["Our door"]);
  assertEquals(headings({ title: "" }), []);
  assertEquals(childNamed(pictureOf(DOOR, { title: "" }), "title")?.text, "M");
  assertEquals(
    childNamed(pictureOf({ ...DOOR, settings: { namespace: "", asynchronous: false } }), "title")?.text,
    "State machine",
  );
});

Deno.test("renderSvg() is wide enough for its heading", () => {
  const title = "A machine whose name is far longer than what it does";
  const picture = pictureOf(machine([]), { title });
  const [heading] = withClass(picture, "slc-title");
  assert(heading);
  assert(numberOf(heading, "x") + numberOf(heading, "textLength") <= numberOf(picture, "width"));
});

Deno.test("renderSvg() highlights the active states", () => {
  const def = machine([{ name: "A", states: [{ name: "A1" }, { name: "A2" }] }, { name: "B" }]);
  const active = withClass(pictureOf(def, { active: ["A", "A2", "gone"] }), "slc-node--active");
  assertEquals(active.map((node) => node.attributes["data-state"]), ["A", "A2"]);
});

Deno.test("renderSvg() paints containers first, then lines, texts of containers, boxes and labels", () => {
  const def = machine([
    { name: "A", states: [{ name: "A1", transitions: [{ event: "e", nextState: "B" }] }] },
    { name: "B" },
  ]);
  const [layer] = withClass(pictureOf(def), "slc-machine");
  const order = layer?.children.map(({ attributes }) =>
    attributes["data-state"] ?? attributes["data-head"] ?? attributes.class
  );
  assertEquals(order, ["A", "slc-edge", "slc-initial", "slc-initial", "A", "A1", "B", "slc-chip"]);
});

Deno.test("renderSvg() draws a ring in final states, a letter in history states and dashes around regions", () => {
  const picture = pictureOf(machine([
    { name: "F", kind: "final" },
    { name: "H", kind: "history", history: "deep" },
    { name: "P", parallel: { states: [{ name: "R" }, { name: "S" }] } },
  ]));
  assertEquals(withClass(picture, "slc-node-ring").length, 1);
  assertEquals(withClass(picture, "slc-node-memory-letter").map((letter) => letter.text), ["H*"]);
  assertEquals(valuesOf(picture, "stroke-dasharray").length, 2);
});

Deno.test("renderSvg() has a mark with the whole text for a note", () => {
  const picture = pictureOf(machine([{ name: "A", notes: "One.\nTwo." }]));
  assertEquals(withClass(picture, "slc-note-mark").length, 1);
  const [node] = withClass(picture, "slc-node");
  assertEquals(node && childNamed(node, "title")?.text, "A\nOne.\nTwo.");
});

for (const theme of ["dark", "light"] as const) {
  Deno.test(`renderSvg() has no other colours than those of the ${theme} theme`, () => {
    const svg = renderSvg(DOOR, { theme, active: ["Open"] });
    const known = new Set<string>(Object.values(CANVAS_THEMES[theme]));
    const literals = [...svg.matchAll(/#[0-9a-f]{6}/g)].map(([literal]) => literal);
    assert(literals.length > 0);
    assertEquals(literals.filter((literal) => !known.has(literal)), []);
  });

  Deno.test(`renderSvg() lets a page change every colour of the ${theme} theme`, () => {
    const picture = pictureOf(DOOR, { theme, active: ["Open"] });
    const rules = childNamed(picture, "style")?.text ?? "";
    for (const { attributes } of elementsOf(picture)) {
      for (const property of ["fill", "stroke"]) {
        const literal = attributes[property];
        if (literal === undefined || literal === "none") continue;
        const names = (attributes.class ?? "").split(" ").filter((name) =>
          name.startsWith(`slc-${property}-`)
        );
        assertEquals(names.length, 1, JSON.stringify(attributes));
        const variable = `--slc-${names[0]?.slice(`slc-${property}-`.length)}`;
        assertStringIncludes(
          rules,
          `.slc-picture--${theme} .${names[0]}{${property}:var(${variable},${literal})}`,
        );
      }
    }
  });
}

Deno.test("renderSvg() follows the reader's system when asked", () => {
  const rules = childNamed(pictureOf(DOOR, { theme: "auto" }), "style")?.text ?? "";
  assertStringIncludes(rules, "@media (prefers-color-scheme:dark){");
  assertStringIncludes(
    rules,
    `.slc-picture--auto .slc-fill-surface{fill:var(--slc-surface,${CANVAS_THEMES.dark.surface})}`,
  );
});

Deno.test("renderSvg() has no ids, so that many pictures may stand in one page", () => {
  assertEquals(valuesOf(pictureOf(DOOR), "id"), []);
});

Deno.test("renderSvg() draws machines without states, and roots without children", () => {
  for (const odd of [undefined, null, {}, { settings: 1, state: [] }]) {
    const picture = pictureOf(odd as unknown as StateMachineDefinition);
    assertEquals(valuesOf(picture, "data-state"), []);
    assert(numberOf(picture, "width") > 0 && numberOf(picture, "height") > 0);
  }
  assertEquals(valuesOf(pictureOf(machine([])), "data-state"), ["Root"]);
});

Deno.test("renderSvg() draws states in states in states", () => {
  let state: Record<string, unknown> = { name: "S50" };
  for (let depth = 49; depth >= 0; depth--) state = { name: `S${depth}`, states: [state] };
  const picture = pictureOf(machine([state]));
  assertEquals(valuesOf(picture, "data-state").length, 51);
  assertEquals(assertTextsInside(picture), 51);
});

Deno.test("renderSvg() takes any name, event, guard and note", () => {
  const hostile = [
    `<script>alert("1")</script>`,
    "a & b ]]> <!-- -->",
    "nul \u0000, bell \u0007, half \uD800, none \uFFFF",
    "tab \t and\nnew line",
    "日本語 Ελληνικά Кириллица العربية 👩‍👩‍👧 e\u0301",
    "\u202Ereversed",
    "__proto__",
    " ",
  ];
  const states = hostile.map((name, index) => ({
    name,
    notes: name,
    transitions: [{ event: name, condition: name, nextState: hostile[(index + 1) % hostile.length] }, {
      event: name,
    }],
  }));
  const picture = pictureOf({
    ...machine(states),
    settings: { namespace: "", asynchronous: false, name: hostile[0] ?? "" },
  });
  assertEquals(valuesOf(picture, "data-state"), hostile.map(xmlCharacters));
  assertEquals(withClass(picture, "slc-edge").length, hostile.length);
  assert(assertTextsInside(picture) > 0);
});

Deno.test("renderSvg() writes numbers with at most 2 decimals", () => {
  assertEquals(renderSvg(DOOR).match(/\d\.\d{3,}/g), null);
});

Deno.test("renderSvg() gives the same text for the same definition, another one for another", () => {
  assertEquals(renderSvg(DOOR), renderSvg(structuredClone(DOOR)));
  assertNotEquals(renderSvg(DOOR), renderSvg(machine([{ name: "Open" }])));
});

Deno.test("renderSvg() draws any document well-formed, each state and transition once, no text beyond its box", () => {
  fc.assert(
    fc.property(fc.oneof(documents(3), trees()), fc.boolean(), (def, actions) => {
      const picture = pictureOf(def, { actions, root: true });
      const { states } = surveyStates(def);
      assertEquals(
        valuesOf(picture, "data-state").toSorted(),
        states.map((state) => state.outline.name).toSorted(),
      );
      const wanted = states.flatMap(({ key, transitions }) =>
        transitions.map(({ index }) => `${key}:${index}`)
      );
      assertEquals(valuesOf(picture, "data-transition").toSorted(), wanted.toSorted());
      assertTextsInside(picture);
    }),
    { numRuns: 60, seed: 3 },
  );
});

const LAMP = machine([
  { name: "Off", transitions: [{ event: "press", nextState: "On" }, { event: "test" }] },
  { name: "On", transitions: [{ event: "press", nextState: "Off" }] },
]);

const OFF_TO_ON = { state: "Off", event: "press", target: "On" };

Deno.test("renderSvg() numbers the steps of a walk, several at one transition", () => {
  const walk = [OFF_TO_ON, { state: "On", event: "press", target: "Off" }, OFF_TO_ON, {
    state: "Off",
    event: "test",
  }];
  const svg = renderSvg(LAMP, { overlay: { walk } });
  const numbers = [...svg.matchAll(/slc-step-number[^>]*>([^<]*)</g)].map(([, words]) => words);
  assertEquals(numbers.toSorted(), ["1, 3", "2", "4"]);
  assertStringIncludes(svg, "steps</text>");
});

Deno.test("renderSvg() marks states and transitions, and explains the marks in a legend", () => {
  const svg = renderSvg(LAMP, {
    overlay: { states: { Off: "covered", On: "missed" }, transitions: [{ ...OFF_TO_ON, mark: "covered" }] },
  });
  assertStringIncludes(svg, "slc-node--covered");
  assertStringIncludes(svg, "slc-node--missed");
  const legend = [...svg.matchAll(/slc-legend-text[^>]*>([^<]*)</g)].map(([, words]) => words);
  assertEquals(legend, ["✓ covered", "○ missed"]);
});

Deno.test("renderSvg() passes over marks of what is not there", () => {
  const overlay = { states: { Gone: "added" as const }, walk: [{ state: "Gone", event: "press" }] };
  assertEquals(renderSvg(LAMP, { overlay }), renderSvg(LAMP));
});

Deno.test("renderSvg() writes how often transitions were taken, and draws the hottest widest", () => {
  const def = machine([
    { name: "A", transitions: [{ event: "e", nextState: "B" }] },
    { name: "B", transitions: [{ event: "f", nextState: "A" }] },
  ]);
  const heat = [{ state: "A", event: "e", target: "B", count: 9 }, {
    state: "B",
    event: "f",
    target: "A",
    count: 3,
  }];
  const svg = renderSvg(def, { theme: "light", overlay: { heat } });
  const widths = [...svg.matchAll(/slc-edge-line[^>]*?stroke-width="([\d.]+)"/g)].map(([, width]) =>
    Number(width)
  );
  assertEquals(widths.toSorted((a, b) => b - a)[0], 4);
  assertStringIncludes(svg, ">9×<");
  assertStringIncludes(svg, "taken n times");
});

Deno.test("renderSvg() puts the signs of marks on lines and on rows", () => {
  const transitions = [{ state: "Shut", index: 0, mark: "changed" }, {
    state: "Shut",
    index: 1,
    mark: "added",
  }] as const;
  const signs = (options: SvgOptions) =>
    ["slc-mark", "slc-mark-sign"].flatMap((name) => withClass(pictureOf(DOOR, options), name))
      .map(({ text }) => text).filter(Boolean);
  assertEquals(signs({ overlay: { transitions } }), ["~", "+"]);
  const elements = [{ mark: "warning", keys: ["state:Shut"], places: ["/transitions/0"] }] as const;
  assertEquals(signs({ overlay: { elements } }), ["!"]);
});

Deno.test("renderSvg() puts the steps inside of a closed state on it", () => {
  const picture = pictureOf(DOOR, { overlay: { walk: [{ state: "Shut", inside: true }] } });
  assertEquals(withClass(picture, "slc-step-number").map(({ text }) => text), ["1"]);
});

Deno.test("the plate of a label has the fill of the container that it lies in", () => {
  const go = (nextState: string) => [{ event: "go", nextState }];
  const inner = { name: "Inner", states: [{ name: "A", transitions: go("B") }, { name: "B" }] };
  const outer = { name: "Outer", states: [inner, { name: "C", transitions: go("Inner") }] };
  const def = machine([outer, { name: "D", transitions: go("Outer") }]);
  for (const theme of ["dark", "light"] as const) {
    const plates = withClass(pictureOf(def, { theme }), "slc-chip-plate").map(({ attributes }) =>
      attributes.fill
    );
    const { chipFill, compositeFill, compositeFill2 } = PICTURE_THEMES[theme];
    assertEquals(plates.toSorted(), [chipFill, compositeFill, compositeFill2].toSorted());
  }
});

Deno.test("guards have the colour of events", () => {
  for (const theme of ["dark", "light"] as const) {
    const picture = pictureOf(DOOR, { theme });
    const fills = ["slc-chip-guard", "slc-chip-text"].map((of) => withClass(picture, of)[0]?.attributes.fill);
    assertEquals(fills, [PICTURE_THEMES[theme].label, PICTURE_THEMES[theme].label]);
  }
});
