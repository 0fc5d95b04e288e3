import { type Analysis, analyzeEvent, type Perspective, UNIVERSES } from "@loom/bridge/narrative";
import { oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_ANALYZE } from "../table/narrative_story.ts";
import { textColumns } from "../text_columns.ts";
import { eventOf, readInput, rulesOf } from "./read_input.ts";
import { storyName, withStory } from "./story_store.ts";

/** Reads an event from three views. */
export const analyze: Run<typeof NARRATIVE_ANALYZE> = async (context, values) => {
  const event = eventOf(context, await readInput(context, values.file), values);
  const rules = await rulesOf(context, values);
  const record = analyzeEvent(event, {
    story: storyName(context, values),
    now: context.io.now().toISOString(),
    rules,
  });
  if (values.keep) await withStory(context, values, ({ store }) => store.putAnalysis(record));
  if (context.json) context.printJson(record.analysis);
  else print(context, record.key, record.analysis);
  return EXIT.done;
};

function print({ print, paint, remark, remarkPaint }: Context, key: string, analysis: Analysis): void {
  const rows = UNIVERSES.map((universe) => {
    const { intent, confidence, context } = analysis[universe];
    const lead = universe === analysis.lead_universe ? "leads" : "";
    return [universe, oneLine(intent), confidence.toFixed(2), lead, contextText(context)];
  });
  print(textColumns(rows, { paints: [paint.live, paint.strong, paint.faint, paint.good] }));
  remark(
    remarkPaint.faint(`Looked up as ${oneLine(key)}; coherence ${analysis.coherence_score.toFixed(2)}.`),
  );
}

function contextText(context: Perspective["context"]): string {
  return oneLine(
    Object.entries(context).map(([name, value]) =>
      `${name}: ${Array.isArray(value) ? value.join(" ") || "none" : String(value)}`
    ).join(", "),
  );
}
