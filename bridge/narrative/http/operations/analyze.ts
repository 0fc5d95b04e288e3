import { analyzed, withPayload } from "../../event/analyze_event.ts";
import { bodyIdentity } from "../../sha256.ts";
import { readEvent } from "../../event/read_event.ts";
import type { AnalysisTexts, PutAnalysis } from "../../store/beat_store.ts";
import type { AnalysisRecord } from "../../types.ts";
import { type NarrativeDeps, storeFailure } from "../deps.ts";
import { parseBody } from "../parse_body.ts";
import { go, type Step } from "../refusals.ts";
import { type Answer, headerText, jsonText } from "../respond.ts";
import type { Route } from "../route.ts";

/** Reads an event from three views. Reading is pure, so that it is answered whether or not the store takes it. */
export const analyze: Route["run"] = ({ bytes }, deps) => {
  const body = parseBody(bytes);
  if (!body.ok) return body;
  const now = new Date(deps.now()).toISOString();
  const event = readEvent(body.value, {
    now,
    // Asked for only by events that name no identity.
    get eventId() {
      return bodyIdentity(bytes);
    },
  });
  const { record, texts } = analyzed(event, { story: deps.story, now, rules: deps.rules });
  // Nothing that waits for the store holds the payload: it is large, and what is dropped at once costs least.
  const put = deps.keepPayload
    ? withPayload(record, event).then((whole) => putRecord(whole, texts, deps))
    : putRecord(record, texts, deps);
  return answer(record.key, texts.analysis, put, deps);
};

async function answer(
  key: string,
  analysis: string,
  putting: Promise<PutAnalysis>,
  deps: NarrativeDeps,
): Promise<Step<Answer>> {
  let put: PutAnalysis | undefined;
  try {
    put = await putting;
  } catch (error) {
    storeFailure(error, deps);
  }
  const headers: Record<string, string> = {
    "x-narrative-key": headerText(key),
    "x-narrative-stored": String(put !== undefined),
  };
  if (put?.duplicate) headers["x-narrative-duplicate"] = "true";
  return go(jsonText(analysis, { headers }));
}

/** Keeps an analysis, and tells those who follow. */
export async function putRecord(
  record: AnalysisRecord,
  texts: AnalysisTexts,
  { store, feed }: Pick<NarrativeDeps, "store" | "feed">,
): Promise<PutAnalysis> {
  const put = await store.putAnalysis(record, texts);
  if (put.stored) feed.nudge();
  return put;
}
