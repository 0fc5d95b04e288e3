import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { boundFacts, FACTS_LIMIT } from "./bound_facts.ts";
import { classify } from "./classify/classify.ts";
import { factsOf } from "./facts.ts";
import { EXAMPLES } from "../testing/examples.ts";

const bytes = (text: string) => new TextEncoder().encode(text).length;

Deno.test("boundFacts() leaves the facts of every published example as they are", () => {
  for (const { type, payload } of EXAMPLES) {
    const facts = factsOf({ event_type: type, payload });
    assertEquals(boundFacts(facts), { facts, text: JSON.stringify(facts) });
  }
});

Deno.test("boundFacts() keeps to the limit, and to what the analysis says", () => {
  const labels = Array.from({ length: 500 }, (_, at) => `label number ${at}`);
  const payload = {
    issue: { number: 1, title: `api ${"\u0001".repeat(5_000)}`, labels: [...labels, "very critical"] },
    pull_request: { title: "😀".repeat(5_000) },
    commits: Array.from({ length: 100 }, (_, at) => ({ author: { name: `${at}`.repeat(100) } })),
  };
  const facts = factsOf({ event_type: "issues", action: "opened", payload });
  const bounded = boundFacts(facts);
  assertEquals(bounded.text, JSON.stringify(bounded.facts));
  assert(bytes(bounded.text) <= FACTS_LIMIT);
  assertEquals(classify(bounded.facts).engineer, classify(facts).engineer);
});

Deno.test("boundFacts() keeps to the limit whatever there is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(9_000), fc.nat(600), (text, times, count) => {
      const long = text.repeat(times);
      const payload = {
        issue: { number: long, title: long, labels: Array(count).fill(long), user: { login: long } },
        pull_request: { number: long, title: long, requested_reviewers: [{ login: long }] },
        commits: [{ author: { name: long } }],
      };
      assert(
        bytes(boundFacts(factsOf({ event_type: `a${long}`, action: long, sender: long, payload })).text) <=
          FACTS_LIMIT,
      );
    }),
    { seed: 5, numRuns: 30 },
  );
});
