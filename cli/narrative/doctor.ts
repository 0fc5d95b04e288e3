import {
  type AnalysisBounds,
  examineDeliveries,
  isWanted,
  readAnalysisBounds,
  readEventFilter,
  skippedBy,
} from "@loom/bridge/narrative";
import { envAlias, oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_DOCTOR } from "../table/narrative_arrival.ts";
import { forgeOf } from "./forge_of.ts";
import { withStory } from "./story_store.ts";

/** Finds deliveries that never arrived, and has them sent again. */
export const doctor: Run<typeof NARRATIVE_DOCTOR> = async (context, values) => {
  const { forge, repository } = forgeOf(context, values, "narrative doctor");
  const { env } = context.io;
  const filter = readEventFilter(envAlias("NARRATIVE_EVENTS", env), envAlias("NARRATIVE_SKIP", env));
  const bounds = readAnalysisBounds(env);
  const leftOut = skippedBy(filter);
  return await withStory(context, values, async ({ store, story }) => {
    const report = await examineDeliveries(forge, store, {
      repository,
      hook: values.hook,
      story,
      types: filter.types,
      // Payloads are fetched for it, so only where there is something to leave out.
      ...(leftOut.length > 0 && { isWanted: (type, payload) => isWanted(filter, type, payload) }),
      dryRun: values.dryRun,
    });
    const { missing, skipped, redelivered, failed, deliveries, hook } = report;
    const unused = await store.countUnused(story);
    if (context.json) {
      const { analysesDays: days, analysesMost: most } = bounds;
      context.printJson({ ...report, analyses_without_beat: { kept: unused, days, most } });
    } else {
      context.print(missing.map(({ id, event_id, event, action, delivered_at, status_code }) => {
        const sent = redelivered.includes(id) ? "sent again" : "missing";
        const what = action === "" ? event : `${event}.${action}`;
        return oneLine(`${sent}  ${event_id}  ${what}  ${delivered_at}  status ${status_code}`);
      }));
      for (const { reason } of failed) context.remark(context.remarkPaint.warn(reason));
      if (leftOut.length > 0) {
        const count = skipped.length === 1 ? "1 delivery has" : `${skipped.length} deliveries have`;
        const what = oneLine(leftOut.join(", "));
        context.remark(`LOOM_NARRATIVE_SKIP leaves out ${what}: ${count} no beat, as is right.`);
      }
      context.remark(boundsText(unused, bounds));
      context.remark(`Hook ${hook}: ${missing.length} of ${deliveries} deliveries are missing.`);
    }
    return redelivered.length < missing.length ? EXIT.problems : EXIT.done;
  });
};

/** The number of analyses without a beat, and what a bridge keeps of them. */
function boundsText(kept: number, { analysesDays: days, analysesMost: most }: AnalysisBounds): string {
  const count = kept === 1 ? "1 analysis without a beat is" : `${kept} analyses without a beat are`;
  const gone = [days > 0 && `after ${days} days`, most > 0 && `beyond the newest ${most} of a story`]
    .filter((bound) => bound !== false);
  const rule = gone.length === 0 ? "a bridge keeps all" : `a bridge forgets them ${gone.join(" or ")}`;
  return `${count} kept; ${rule} (LOOM_NARRATIVE_ANALYSES_DAYS, LOOM_NARRATIVE_ANALYSES_MAX).`;
}
