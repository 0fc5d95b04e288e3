import { LoomError } from "@loom/protocol";
import fc from "fast-check";
import { readScxml } from "./read_scxml.ts";
import { writeScxml } from "./write_scxml.ts";

/** Elements that may stand inside one another, in any order: most of it makes no sense. */
const NAMES = (
  "state parallel final history initial transition onentry onexit raise send cancel assign if elseif else foreach log " +
  "script datamodel data param content donedata invoke finalize scxml other"
).split(" ");
const EXPRESSIONS = [
  "x",
  "x + 1",
  "'a' + x",
  "_event",
  "_event.data",
  "_event.data.y",
  "_event.name",
  "In('s')",
  "return",
  "typeof x !== 'undefined'",
  "{a: 1",
  "[1, 2]",
  "'#_internal'",
  "'2s'",
  "f(x)",
  "x ? y : z ? 'e' : 2",
  "x.indexOf(1) >= 0",
  "_ioprocessors.scxml.location",
  "",
];
const ATTRIBUTES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  id: fc.constantFrom("s", "t", "u", "a b", ""),
  target: fc.constantFrom("s", "t", "t u", "#_internal", "#_parent", "#_s", "baz", ""),
  event: fc.constantFrom("e", "e.f", "*", "e.*", "error.execution", "done.state.s", "done.invoke", "e f", ""),
  location: fc.constantFrom("x", "x.y", "_event", ""),
  item: fc.constantFrom("x", "it", "1", ""),
  index: fc.constantFrom("x", "i", ""),
  name: fc.constantFrom("x", "y", ""),
  namelist: fc.constantFrom("x", "x y", "nobody"),
  initial: fc.constantFrom("s", "t u", "nowhere"),
  type: fc.constantFrom("deep", "internal", "scxml", "27"),
  idlocation: fc.constantFrom("x", "x.y"),
  autoforward: fc.constant("true"),
  binding: fc.constant("late"),
  delay: fc.constantFrom("1s", "soon"),
  ...Object.fromEntries(
    ["expr", "cond", "array", "eventexpr", "targetexpr", "typeexpr", "delayexpr", "sendidexpr", "srcexpr"]
      .map(
        (name) => [name, fc.constantFrom(...EXPRESSIONS)] as const,
      ),
  ),
};

const attributes = fc.uniqueArray(
  fc.constantFrom(...Object.keys(ATTRIBUTES)).chain((name) =>
    (ATTRIBUTES[name] ?? fc.constant("")).map((value) => [name, value] as const)
  ),
  { maxLength: 4, selector: ([name]) => name },
);

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const element = fc.letrec<{ element: string }>((tie) => ({
  element: fc.record({
    name: fc.constantFrom(...NAMES),
    attributes,
    content: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...EXPRESSIONS).map(escaped) },
      { weight: 3, arbitrary: fc.array(tie("element"), { maxLength: 4 }).map((all) => all.join("")) },
    ),
  }).map((one) => {
    const all = one.attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
    return `<${one.name}${all}>${one.content}</${one.name}>`;
  }),
})).element;

Deno.test("any XML of SCXML's elements is read or refused with a sentence, and what is read is written", () => {
  fc.assert(
    fc.property(fc.array(element, { maxLength: 4 }), (all) => {
      try {
        const { definition, parts = [] } = readScxml(`<scxml version="1.0">${all.join("")}</scxml>`, "M");
        for (const one of [definition, ...parts.map((part) => part.definition)]) {
          readScxml(writeScxml(one).text);
        }
      } catch (error) {
        if (!(error instanceof LoomError)) throw error;
      }
    }),
    { numRuns: 400, seed: 5 },
  );
});
