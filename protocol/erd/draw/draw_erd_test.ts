import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type Box, enters, overlaps, type Point } from "../../geometry/box.ts";
import { FRAME } from "../../picture/fit.ts";
import { parsePicture, valuesOf } from "../../picture/testing.ts";
import { renderErdSvg } from "../svg/render_svg.ts";
import { LIBRARY } from "../testing.ts";
import type { EntityRelationshipDefinition } from "../types.ts";
import { drawChen } from "./draw_chen.ts";
import { drawErd } from "./draw_erd.ts";
import { type DrawnText, type ErdDrawing, fitOf } from "../../mod.ts";

/** Diagrams with up to 12 entities whose relationships lead anywhere. */
const diagrams: fc.Arbitrary<EntityRelationshipDefinition> = fc.record({
  count: fc.integer({ min: 1, max: 12 }),
  columns: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 }),
  links: fc.array(
    fc.record({
      from: fc.nat(11),
      to: fc.nat(11),
      cardinality: fc.constantFrom("1:1", "1:N", "N:1", "N:M" as const),
      label: fc.constantFrom("", "has", "is a rather long label for a line"),
      keyed: fc.boolean(),
    }),
    { maxLength: 16 },
  ),
}).map(({ count, columns, links }) => {
  const name = (index: number) => `Entity${index % count}`;
  return {
    settings: { namespace: "N", name: "Drawn" },
    entities: Array.from({ length: count }, (_, index) => ({
      name: name(index),
      attributes: [
        { name: "id", type: "int", key: "pk" as const },
        ...Array.from({ length: columns[index] ?? 0 }, (_, at) => ({ name: `column_${at}`, type: "string" })),
        ...links.flatMap(({ from, to, keyed }, at) =>
          keyed && name(to) === name(index)
            ? [{ name: `ref_${at}`, type: "int", references: `${name(from)}.id` }]
            : []
        ),
      ],
    })),
    relationships: links.map(({ from, to, cardinality, label }) => ({
      from: name(from),
      to: name(to),
      cardinality: cardinality as "1:N",
      ...(label === "" ? {} : { label }),
    })),
  };
});

function isOnBorder({ x, y }: Point, box: Box): boolean {
  const within = (value: number, from: number, length: number) =>
    value >= from - 0.01 && value <= from + length + 0.01;
  if (!within(x, box.x, box.width) || !within(y, box.y, box.height)) return false;
  return [x - box.x, x - box.x - box.width, y - box.y, y - box.y - box.height]
    .some((distance) => Math.abs(distance) < 0.01);
}

/** True when a segment has a point inside a box that is a little smaller than the given one. */
function crosses(from: Point, to: Point, box: Box): boolean {
  const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 4));
  return Array.from({ length: steps + 1 }, (_, step) => step / steps).some((share) => {
    const [x, y] = [from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share];
    return x > box.x + 1 && x < box.x + box.width - 1 && y > box.y + 1 && y < box.y + box.height - 1;
  });
}

function boxOfText({ x, y, width, size, anchor }: DrawnText): Box {
  const left = anchor === "middle" ? x - width / 2 : anchor === "end" ? x - width : x;
  return { x: left, y: y - size, width, height: size };
}

function assertSound(drawing: ErdDrawing): void {
  const boxes = new Map(drawing.entities.map(({ name, box }) => [name, box]));
  const all = [...boxes.values()];
  all.forEach((box, at) => all.slice(at + 1).forEach((other) => assert(!overlaps(box, other))));
  const labels = drawing.relationships.flatMap(({ label }) => label ? [label.box] : []);
  labels.forEach((label, at) => {
    for (const box of all) assert(!overlaps(label, box), "a label covers an entity");
    labels.slice(at + 1).forEach((other) => assert(!overlaps(label, other), "labels overlap"));
  });
  for (const { from, to, points, ends } of drawing.relationships) {
    const [source, target] = [boxes.get(from), boxes.get(to)];
    assert(source && target);
    assert(
      isOnBorder(ends[0].point, source) && isOnBorder(ends[1].point, target),
      "an end is off its border",
    );
    for (let at = 1; at < points.length; at++) {
      for (const box of all) {
        assert(!crosses(points[at - 1]!, points[at]!, box), "a line runs through an entity");
      }
    }
  }
  for (const { box, title, rows } of drawing.entities) {
    const texts = [
      title,
      ...rows.flatMap(({ text, type, badges }) => [text, ...badges, ...(type ? [type] : [])]),
    ];
    for (const text of texts.map(boxOfText)) {
      assert(text.x >= box.x && text.x + text.width <= box.x + box.width + 0.01, "a text leaves its box");
    }
  }
}

Deno.test("drawErd() lets nothing overlap, and ends every line on a border", () => {
  fc.assert(fc.property(diagrams, (def) => assertSound(drawErd(def))), { seed: 11, numRuns: 120 });
});

Deno.test("drawErd() keeps to that around entities that stay, and in a space to fill", () => {
  fc.assert(
    fc.property(diagrams, fc.constantFrom("1:3", "3:1", "readme"), (def, fit) => {
      assertSound(drawErd(def, { boxes: {}, lines: [], space: fitOf(fit) }));
      const { entities } = drawErd(def);
      const boxes = Object.fromEntries(entities.map(({ name, box }) => [name, box]));
      const kept = drawErd(def, { boxes, lines: [] });
      assertSound(kept);
      assertEquals(kept.entities.map(({ box }) => box), entities.map(({ box }) => box));
    }),
    { seed: 12, numRuns: 60 },
  );
});

/** Modules of twelve entities, each referring to an earlier one, and to the first of an earlier module. */
function modules(count: number): EntityRelationshipDefinition {
  const name = (index: number) => `Entity${index}`;
  const targets = Array.from({ length: count }, (_, index) => {
    const first = index - index % 12;
    const own = index > first ? [first + (index * 7) % (index - first)] : [];
    return index % 9 === 0 && first > 0 ? [...own, first - 12] : own;
  });
  return {
    settings: { namespace: "N", name: "Modules" },
    entities: targets.map((list, index) => ({
      name: name(index),
      attributes: [
        { name: "id", type: "int", key: "pk" as const },
        ...list.map((target) => ({ name: `to_${target}`, type: "int", references: name(target) })),
      ],
    })),
    relationships: targets.flatMap((list, index) =>
      list.map((target) => ({ from: name(target), to: name(index), cardinality: "1:N" as const }))
    ),
  };
}

/** A hub that all others refer to. */
function star(count: number): EntityRelationshipDefinition {
  const names = Array.from({ length: count }, (_, at) => `Entity${at}`);
  return {
    settings: { namespace: "N", name: "Star" },
    entities: ["Hub", ...names].map((name) => ({
      name,
      attributes: [{ name: "id", type: "int", key: "pk" as const }],
    })),
    relationships: names.map((to) => ({ from: "Hub", to, cardinality: "1:N" as const })),
  };
}

Deno.test("drawErd() and drawChen() draw large diagrams in a ratio between 1:2 and 2.2:1, and soundly", () => {
  for (const def of [modules(200), star(60)]) {
    const drawing = drawErd(def);
    assertSound(drawing);
    for (const { width, height } of [drawing, drawChen(def)]) {
      assert(width / height > 0.5 && width / height < 2.2, `${width} × ${height}`);
    }
  }
});

/** A chain of entities with labels, and a few more that lead to its end. */
function lending(length: number): EntityRelationshipDefinition {
  const names = Array.from({ length: length + 2 }, (_, at) => `Entity${at}`);
  const targets = names.map((_, at) => Math.min(at + 1, length - 1));
  return {
    settings: { namespace: "N", name: "Lending" },
    entities: names.map((name, at) => ({
      name,
      attributes: [
        { name: "id", type: "int", key: "pk" as const },
        ...targets.flatMap((target, from) =>
          target === at && from !== at
            ? [{ name: `to_${from}`, type: "int", references: `Entity${from}.id` }]
            : []
        ),
        { name: "title", type: "string" },
      ],
    })),
    relationships: targets.flatMap((target, from) =>
      target === from
        ? []
        : [{ from: `Entity${from}`, to: `Entity${target}`, cardinality: "1:N" as const, label: "leads to" }]
    ),
  };
}

Deno.test("drawErd() fills a screen with small diagrams, with labels on their lines and no mark over another", () => {
  for (const def of [lending(4), lending(6), modules(12), modules(30), star(8)]) {
    const drawing = drawErd(def);
    assertSound(drawing);
    const [width, height] = [drawing.width + FRAME.width, drawing.height + FRAME.height];
    assert(width / height > 1 && width / height < 1.8, `${width} × ${height}`);
    const covered = drawing.entities.reduce((sum, { box }) => sum + box.width * box.height, 0);
    assert(covered / width / height > 0.2, `${covered / width / height} of ${width} × ${height} is covered`);
    const marks = new Map<string, string>();
    for (const { label, points, ends } of drawing.relationships) {
      const isOnLine = label &&
        points.some((point, at) => at > 0 && enters(points[at - 1]!, point, label.box));
      assert(isOnLine ?? true, "a label is off its line");
      for (const { point, maximum, minimum } of ends) {
        const place = `${Math.round(point.x)} ${Math.round(point.y)}`;
        const shape = `${maximum} ${minimum}`;
        assertEquals(marks.get(place) ?? shape, shape);
        marks.set(place, shape);
      }
    }
  }
});

Deno.test("drawErd() and drawChen() draw narrower for a narrower space", () => {
  for (const draw of [drawErd, drawChen]) {
    const ratios = ["1:2", "2:1"].map((fit) => {
      const { width, height } = draw(modules(24), { boxes: {}, lines: [], space: fitOf(fit) });
      return width / height;
    });
    assert(ratios[0]! < 1 && ratios[1]! > 1, ratios.join(" and "));
  }
});

Deno.test("drawErd() ends the line of a foreign key at the rows of its attributes", () => {
  const { relationships: [line], entities } = drawErd(LIBRARY);
  const rowAt = (entity: string, attribute: string) => {
    const row = entities.find(({ name }) => name === entity)?.rows.find(({ name }) => name === attribute);
    return row ? row.box.y + row.box.height / 2 : NaN;
  };
  assertEquals(line?.ends[0].point.y, rowAt("Member", "member_id"));
  assertEquals(line?.ends[1].point.y, rowAt("Loan", "member_id"));
  assertEquals(line?.ends.map(({ maximum, minimum }) => [maximum, minimum]), [["one", 1], ["many", 0]]);
});

Deno.test("drawErd() draws the first entity of a name, and no relationship without both ends", () => {
  const def = {
    ...LIBRARY,
    entities: [...LIBRARY.entities, { name: "Loan" }, null],
    relationships: [...LIBRARY.relationships, { from: "Loan", to: "Ghost", cardinality: "1:N" }, null],
  } as unknown as EntityRelationshipDefinition;
  const { entities, relationships } = drawErd(def);
  assertEquals(entities.map(({ name }) => name), ["Member", "Loan", "Shelf"]);
  assertEquals(relationships.length, 1);
});

Deno.test("renderErdSvg() is well-formed, the same for the same input, and names what it draws", () => {
  const svg = renderErdSvg(LIBRARY, { theme: "light", active: new Set(["Loan"]) });
  assertEquals(svg, renderErdSvg(LIBRARY, { theme: "light", active: new Set(["Loan"]) }));
  const picture = parsePicture(svg);
  assertEquals(valuesOf(picture, "data-entity"), ["Member", "Loan", "Shelf"]);
  assertEquals(valuesOf(picture, "data-relationship"), ["0"]);
});

Deno.test("renderErdSvg() draws the ends of each cardinality, in both notations", () => {
  const [one, other] = LIBRARY.entities;
  assert(one && other);
  const ends = (["1:1", "1:N", "N:1", "N:M"] as const).map((cardinality) => {
    const def = {
      ...LIBRARY,
      entities: [one, other],
      relationships: [{ from: one.name, to: other.name, cardinality }],
    };
    const chen = renderErdSvg(def, { notation: "chen" });
    const numbers = Array.from(chen.matchAll(/class="slc-erd-card[^>]*>(.)</g), ([, text]) => text);
    const { relationships: [line] } = drawErd(def);
    return [numbers.join(""), line?.ends.map(({ maximum }) => maximum).join(" ")];
  });
  assertEquals(ends, [["11", "one one"], ["1N", "one many"], ["N1", "many one"], ["MN", "many many"]]);
});

Deno.test("drawChen() lets no rectangle, oval or diamond overlap another, and ends lines on their outlines", () => {
  fc.assert(
    fc.property(diagrams, (def) => {
      const { entities, diamonds, lines } = drawChen(def);
      const boxes: Box[] = [
        ...entities.map(({ box }) => box),
        ...diamonds.map(({ center, half }) => around(center, half.x, half.y)),
        ...[...entities, ...diamonds].flatMap(({ ovals }) =>
          ovals.map(({ center, rx, ry }) => around(center, rx, ry))
        ),
      ];
      boxes.forEach((box, at) => boxes.slice(at + 1).forEach((other) => assert(!overlaps(box, other))));
      for (const { entity, points, index } of lines) {
        const box = entities.find(({ name }) => name === entity)?.box;
        const diamond = diamonds.find((one) => one.index === index);
        const last = points.at(-1);
        assert(box && diamond && points[0] && last);
        assert(isOnBorder(points[0], box), "a line does not begin at its entity");
        const { from, to } = def.relationships[index]!;
        const [dx, dy] = [Math.abs(last.x - diamond.center.x), Math.abs(last.y - diamond.center.y)];
        if (from !== to) assertEquals([dx, dy], [0, diamond.half.y]);
        assertAlmostEquals(dx / diamond.half.x + dy / diamond.half.y, 1);
      }
    }),
    { seed: 5, numRuns: 60 },
  );
});

function around({ x, y }: Point, rx: number, ry: number): Box {
  return { x: x - rx, y: y - ry, width: 2 * rx, height: 2 * ry };
}

Deno.test("a long chain of entities is folded to the shape of a screen, in both notations", () => {
  const chain: EntityRelationshipDefinition = {
    settings: { namespace: "N", name: "Chain" },
    entities: Array.from({ length: 20 }, (_, at) => ({
      name: `Link${at}`,
      attributes: [{ name: "id", type: "int", key: "pk" as const }],
    })),
    relationships: Array.from(
      { length: 19 },
      (_, at) => ({ from: `Link${at}`, to: `Link${at + 1}`, cardinality: "1:N" as const }),
    ),
  };
  for (const { width, height } of [drawErd(chain), drawChen(chain)]) {
    assert(width < 2.2 * height && height < 2.2 * width, `${width} by ${height}`);
  }
});
