import {
  explain,
  NarrativeError,
  type StoredAnalysis,
  UNIVERSES,
  type WordHit,
} from "@loom/bridge/narrative";
import { oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_EXPLAIN } from "../table/narrative_story.ts";
import { rulesOf } from "./read_input.ts";
import { lookAtStory } from "./story_store.ts";

/** Tells why an event was read as it was. */
export const explainEvent: Run<typeof NARRATIVE_EXPLAIN> = async (context, values) => {
  const rules = await rulesOf(context, values);
  return await lookAtStory(context, values, async ({ store, story }) => {
    const record = await store.getAnalysis(story, values.event);
    if (record === undefined) throw notKept(values.event);
    const why = explain(record.facts, rules);
    const amended = (await store.beatOfEvent(story, values.event))?.amendments ?? [];
    const isOther = record.rules_sha256 !== rules.sha256;
    if (context.json) {
      context.printJson({ event_id: record.event_id, ...why, same_rules: !isOther, amendments: amended });
      return EXIT.done;
    }
    context.print([
      `${context.paint.strong(oneLine(record.event_id))} was looked up as ${
        context.paint.live(oneLine(why.key))
      }.`,
      ...UNIVERSES.map((universe) => {
        const { intent, row } = why.intents[universe];
        const from = row === null ? "no row has the key: the default" : `row ${oneLine(row)}`;
        return `  ${universe}: ${oneLine(intent)} (${from})`;
      }),
      ...wordLines(why.words),
      ...amended.map(({ narrative_function, act, amended_at, reason }) =>
        `  amended ${amended_at}: ${oneLine(narrative_function)}, act ${act}${
          reason ? ` (${oneLine(reason)})` : ""
        }`
      ),
    ]);
    if (isOther) context.remark(otherRules(record));
    return EXIT.done;
  });
};

function wordLines(words: Readonly<Record<string, WordHit>>): string[] {
  return Object.entries(words).map(([name, { value, word }]) =>
    `  ${name}: ${value} (${word === null ? "no word of the list" : `the word "${oneLine(word)}"`})`
  );
}

function otherRules({ rules_sha256 }: StoredAnalysis): string {
  return `It was read by other rules (${
    rules_sha256.slice(0, 12)
  }): "loom narrative replay --reclassify" tells what moves.`;
}

function notKept(event: string): NarrativeError {
  return new NarrativeError(
    "unknown_event",
    `No analysis of the event ${
      JSON.stringify(event)
    } is kept: the ids stand in "loom narrative beats --json".`,
  );
}
