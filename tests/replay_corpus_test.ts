/**
 * The system of the corpus, replayed. Its results follow from the documents:
 *
 * - Main path: message 6 claims `Published_Tradable`, one of two guarded targets; message 9 passes an assumed guard and
 *   enters the first child of `Mandate`; messages without an event move nothing.
 * - Without the optional messages 7 and 8 nothing requests a blueprint, so that 9 and all behind it are refused.
 * - The alternative begins behind message 11, where the machine is in `StrategicEntry`, which has no transition on
 *   `InvalidationReached`; one message earlier, in `Mandate_Delegating`, it has.
 *
 * @module
 */
import { coverageOf, replayScenario } from "@loom/engine";
import { assertEquals } from "@std/assert";

const FOLDER = new URL("../../shared/corpus/wave-count/", import.meta.url);
const isHere = await Deno.stat(FOLDER).then(() => true, () => false);

async function read(file: string) {
  return JSON.parse(await Deno.readTextFile(new URL(file, FOLDER)));
}

Deno.test({
  name: "the system of the corpus replays and is covered as its documents say",
  ignore: !isHere,
  fn: async () => {
    const scenario = await read("wave_count_to_entry.sqdf.json");
    const machine = await read("elliott_wave_count.smdf.json");
    const { paths } = replayScenario(scenario, [machine]);
    const [main, needed, alternative] = paths;
    assertEquals(paths.length, 3);
    assertEquals(
      main?.steps.filter(({ result }) => result !== "data").map(({ ref, to }) => `${ref} ${to.join()}`),
      [
        "1 Reading_Identified",
        "4 Published_Evaluating",
        "6 Published_Tradable",
        "7 BlueprintRequested",
        "9 Mandate_Watching",
        "10 Mandate_Delegating",
        "11 StrategicEntry",
      ],
    );
    assertEquals([main?.accepted, main?.fitness], [true, 1]);
    assertEquals(needed?.stops.map(({ ref, later, scenarioChange }) => [ref, later, scenarioChange]), [
      ["9", 2, "put the event RequestBlueprint before message 9"],
    ]);
    assertEquals(alternative?.stops.map(({ ref, later, scenarioChange }) => [ref, later, scenarioChange]), [
      ["f1.1", 1, "leave out message 11"],
    ]);
    const { machines: [covered] } = coverageOf([scenario], [machine]);
    assertEquals(covered?.states.never, [
      "Reading_Contested",
      "Reading_Unclear",
      "Reading_Completed",
      "Published_StandAside",
      "Invalidated",
      "Expired",
      "Closed",
    ]);
    assertEquals([covered?.transitions.touched.length, covered?.transitions.never.length], [7, 32]);
  },
});
