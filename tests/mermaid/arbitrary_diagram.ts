/**
 * Arbitrary state diagrams: any statements in any order, at any level.
 *
 * @module
 */
import fc from "fast-check";

const leaf = fc.constantFrom("A", "B", "C", "D", "E", "F");
const label = fc.constantFrom("", "", " : go", " : go [ready]", " : [x > 1]", " : on / act()");

const statement = fc.oneof(
  fc.tuple(leaf, leaf, label).map(([from, to, text]) => `${from} --> ${to}${text}`),
  fc.tuple(leaf, label).map(([from, text]) => `${from} --> [*]${text}`),
  leaf.map((to) => `[*] --> ${to}`),
  leaf,
  leaf.map((state) => `note right of ${state} : noted`),
);

/** Blocks are numbered once all is there: no block is opened twice, or mentioned inside itself. */
const { statements } = fc.letrec<{ statements: string }>((tie) => ({
  statements: fc.array(
    fc.oneof(
      { maxDepth: 2, depthSize: "small" },
      statement,
      tie("statements").map((inside) => `state ?0 {\n${inside}\n}`),
      fc.tuple(tie("statements"), tie("statements")).map(([one, other]) =>
        `state ?0 {\n${one}\n--\n${other}\n}`
      ),
    ),
    { minLength: 1, maxLength: 4 },
  ).map((lines) => lines.join("\n")),
}));

/** The texts of diagrams that Mermaid reads. */
export const arbitraryDiagram: fc.Arbitrary<string> = fc.record({
  statements,
  more: fc.array(fc.tuple(fc.nat(5), fc.nat(5), label), { maxLength: 3 }),
}).map(({ statements, more }) => {
  let blocks = 0;
  const text = statements.replaceAll("?0", () => `Block${++blocks}`);
  const lines = more.filter(([from, to]) => Math.max(from, to) < blocks)
    .map(([from, to, text]) => `Block${from + 1} --> Block${to + 1}${text}`);
  return ["stateDiagram-v2", text, ...lines].join("\n");
});
