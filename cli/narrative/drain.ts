import { bridgeUrl, drainSpool } from "@loom/bridge/narrative";
import { envAlias, oneLine } from "@loom/protocol";
import type { Run } from "../command.ts";
import { EXIT } from "../exit_code.ts";
import type { NARRATIVE_DRAIN } from "../table/narrative_arrival.ts";
import { UsageError } from "../usage_error.ts";

/** Takes to the bridge what the hook had to spool. */
export const drain: Run<typeof NARRATIVE_DRAIN> = async (context, values) => {
  const { io, json, print, printJson, remark } = context;
  const folder = values.folder ?? envAlias("NARRATIVE_SPOOL", io.env);
  if (folder === undefined) {
    throw new UsageError("narrative drain needs a folder: name it, or set LOOM_NARRATIVE_SPOOL.");
  }
  const caller = {
    url: bridgeUrl(io.env),
    token: envAlias("NARRATIVE_TOKEN", io.env),
    fetch,
    stop: io.interrupted(),
  };
  const outcome = await drainSpool(folder, caller, {
    onEvent: ({ event_id, outcome, beat_id, reason }) => {
      if (!json) {
        print(oneLine(`${outcome} ${event_id || "(no event)"} ${beat_id ?? reason ?? ""}`).trimEnd());
      }
    },
  });
  if (json) printJson(outcome);
  if (outcome.left > 0) remark(`${outcome.left} wait on: ${caller.url} is of no use (${outcome.reason}).`);
  if (outcome.left > 0) return EXIT.notLive;
  return outcome.refused > 0 ? EXIT.problems : EXIT.done;
};
