import { backfill } from "@loom/bridge/narrative";
import { oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_BACKFILL } from "../table/narrative_arrival.ts";
import { UsageError } from "../usage_error.ts";
import { timeText } from "./beat_text.ts";
import { forgeOf } from "./forge_of.ts";
import { rulesOf, timeValue } from "./read_input.ts";
import { withStory } from "./story_store.ts";

/** Types of events that a forge can list later. */
const TYPES: readonly string[] = ["issues", "pull_request", "push"];

/** Makes beats of what happened before. */
export const backfillStory: Run<typeof NARRATIVE_BACKFILL> = async (context, values) => {
  const { forge, repository } = forgeOf(context, values, "narrative backfill");
  if (values.since === undefined) {
    throw new UsageError("narrative backfill needs --since, such as 2026-01-01.");
  }
  const since = new Date(timeValue("--since", values.since));
  const types = typesIn(values.events);
  const rules = await rulesOf(context, values);
  return await withStory(context, values, async ({ store, story }) => {
    const outcome = await backfill(forge, store, {
      repository,
      since,
      story,
      rules,
      now: context.io.now,
      dryRun: values.dryRun,
      ...(types === undefined ? {} : { types: new Set(types) }),
      onEvent: ({ at, key, content, outcome }) => {
        if (!context.json) context.print(oneLine(`${timeText(at)}  ${outcome}  ${key}  ${content}`));
      },
    });
    if (context.json) context.printJson(outcome);
    const { fetched, created, known } = outcome;
    context.remark(
      values.dryRun
        ? `${fetched} events would be looked at; nothing is kept.`
        : `${created} beats made of ${fetched} events; ${known} were known.`,
    );
    return EXIT.done;
  });
};

/** @throws {UsageError} When a forge cannot list one later: the command would silently do nothing. */
function typesIn(text: string | undefined): string[] | undefined {
  const types = text?.split(/[\s,]+/).filter((type) => type !== "");
  const unknown = types?.find((type) => !TYPES.includes(type));
  if (unknown === undefined) return types;
  throw new UsageError(`--events has ${JSON.stringify(unknown)}: it takes ${TYPES.join(", ")}.`);
}
