import { assert, assertEquals } from "@std/assert";
import { type FontWeight, measureText } from "@loom/protocol";
import fc from "fast-check";
import { loadResvg } from "../bridge/picture/render_png.ts";
import { readShippedFonts } from "../bridge/picture/picture_fonts.ts";

const Resvg = await loadResvg();
const FONTS = Object.values(await readShippedFonts());

const SIZE = 100;
const RIGHT = 20_000;
const WEIGHTS = [400, 500, 600] as const;

/** Where the ink of a text begins that starts, or ends, at a place; nothing when it has no ink. */
function inkStart(text: string, weight: FontWeight, anchor: "start" | "end", x: number): number | undefined {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const picture = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text xml:space="preserve" x="${x}" y="${SIZE}" ` +
      `font-family="Inter" font-size="${SIZE}" font-weight="${weight}" text-anchor="${anchor}">${escaped}</text></svg>`,
    { font: { fontBuffers: FONTS, defaultFontFamily: "Inter" } },
  );
  const box = picture.getBBox();
  const start = box?.x;
  box?.free();
  picture.free();
  return start;
}

/** How far a text reaches as it is drawn, with the room before its first and after its last letter. */
function drawnWidth(text: string, weight: FontWeight): number | undefined {
  const first = inkStart(text, weight, "start", 0);
  const last = inkStart(text, weight, "end", RIGHT);
  return first === undefined || last === undefined ? undefined : RIGHT + first - last;
}

/** By how much a text is measured wider than it is drawn, as a part of that. */
function excess(text: string, weight: FontWeight): number {
  const drawn = drawnWidth(text, weight);
  return drawn === undefined || drawn === 0 ? 0 : measureText(text, SIZE, weight) / drawn - 1;
}

/** Texts as they stand in diagrams. */
const TEXTS = [
  ...[
    "Idle",
    "Waiting for tea",
    "AVATAR",
    "To. Wa Ty",
    "LTD",
    "TO_PAY",
    "RETRY_AFTER",
    "PaymentAuthorised",
    "s3",
    "Ω",
  ],
  ...[
    "order_confirmed",
    "is_joined",
    "timeout",
    "door.opened",
    "user:login",
    "entry / exit",
    "a → b",
    "x -> y",
    "10x20",
  ],
  ...[
    "[count > 3 && x == 1]",
    "user.age >= 18",
    "f(x, y)",
    '"Yes"',
    "it's",
    "not (a or b)",
    "retries < 3",
    "{ retries: 3 }",
  ],
  ...["Kraków", "Łódź", "naïve", "Größe", "Ďábel", "Tiếng Việt", "Ação", "İstanbul", "Þórr", "ČŠŽ"],
  ...["Ожидание", "ПЛАТЁЖ", "Готово", "Тоска", "Підтверджено", "Αναμονή", "ΤΕΛΟΣ", "Ωμέγα"],
  ...["● ○ ◆ ■ ▲ ▶ ★ ✓ ✗ ↻ ⟶", "① ② ③", "≤ ≥ ≠ ∞ ± × ÷", "— – … « » “ ”", "€ £ ¥ ₿", "100 %"],
];

Deno.test("measureText() is close to what is drawn, for texts as they are", () => {
  for (const weight of WEIGHTS) {
    const off = TEXTS.filter((text) => excess(text, weight) < -0.01 || excess(text, weight) > 0.02);
    assertEquals(off.map((text) => `${text} ${excess(text, weight).toFixed(3)}`), []);
  }
});

Deno.test("measureText() is never a hundredth less than what is drawn, for pairs that fonts treat by themselves", () => {
  const letters = [..."_*\"'()[]{}<>-+=/\\.,:;@#&|17xrtfjlvyTAVWYIKPL"];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  assertEquals(pairs.filter((pair) => excess(pair, 600) < -0.01), []);
});

Deno.test("measureText() is never a hundredth less than what is drawn, for any text of the font's letters", () => {
  const blocks = [[0x20, 0x7e], [0xa1, 0x17f], [0x391, 0x3c9], [0x410, 0x45f], [0x1ea0, 0x1ef9], [
    0x2190,
    0x2193,
  ]];
  const character = fc.oneof(...blocks.map(([min, max]) => fc.integer({ min: min ?? 0, max: max ?? 0 })))
    .filter((codePoint) =>
      /[\p{L}\p{N}\p{P}\p{S} ]/u.test(String.fromCodePoint(codePoint)) && codePoint !== 0x3a2
    )
    .map((codePoint) => String.fromCodePoint(codePoint));
  fc.assert(
    fc.property(
      fc.array(character, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...WEIGHTS),
      (letters, weight) => {
        const text = letters.join("");
        assert(excess(text, weight) > -0.01, `${text} at ${weight}: ${excess(text, weight)}`);
      },
    ),
    { seed: 4, numRuns: 1500 },
  );
});
