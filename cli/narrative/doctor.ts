import { examineDeliveries, readEventFilter } from "@loom/bridge/narrative";
import { envAlias, oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_DOCTOR } from "../table/narrative_arrival.ts";
import { forgeOf } from "./forge_of.ts";
import { withStory } from "./story_store.ts";

/** Finds deliveries that never arrived, and has them sent again. */
export const doctor: Run<typeof NARRATIVE_DOCTOR> = async (context, values) => {
  const { forge, repository } = forgeOf(context, values, "narrative doctor");
  const { types } = readEventFilter(envAlias("NARRATIVE_EVENTS", context.io.env), undefined);
  return await withStory(context, values, async ({ store, story }) => {
    const report = await examineDeliveries(forge, store, {
      repository,
      hook: values.hook,
      story,
      types,
      dryRun: values.dryRun,
    });
    const { missing, redelivered, failed, deliveries, hook } = report;
    if (context.json) context.printJson(report);
    else {
      context.print(missing.map(({ id, event_id, event, action, delivered_at, status_code }) => {
        const sent = redelivered.includes(id) ? "sent again" : "missing";
        const what = action === "" ? event : `${event}.${action}`;
        return oneLine(`${sent}  ${event_id}  ${what}  ${delivered_at}  status ${status_code}`);
      }));
      for (const { reason } of failed) context.remark(context.remarkPaint.warn(reason));
      context.remark(`Hook ${hook}: ${missing.length} of ${deliveries} deliveries are missing.`);
    }
    return redelivered.length < missing.length ? EXIT.problems : EXIT.done;
  });
};
