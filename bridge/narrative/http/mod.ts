/**
 * The narrative bridge over HTTP.
 *
 * @module
 */
export { type NarrativeDeps, narrativeDeps, type NarrativeDepsOptions } from "./deps.ts";
export {
  jsonLog as narrativeLog,
  type Log as NarrativeLog,
  type LogEntry as NarrativeLogEntry,
} from "../../server/log.ts";
export { handle, narrativeHandler } from "./narrative_handler.ts";
export { BASE_PATH } from "./route.ts";
export {
  type AnalysisBounds,
  type GivenSettings,
  isExposed,
  type NarrativeSettings,
  type OutgoingSettings,
  readAnalysisBounds,
  readNarrativeSettings,
} from "../settings.ts";
export { type MountedNarrative, mountNarrative } from "./mount_narrative.ts";
export { NarrativeStartError, type NarrativeStartErrorCode } from "../narrative_error.ts";
export { type NarrativeServer, serveNarrative, type ServeNarrativeOptions } from "./serve_narrative.ts";
export { StatsOfBeats, type StoryStats } from "../beat/stats.ts";
export { type EventFilter, isWanted, readEventFilter, skippedBy } from "./webhook/event_filter.ts";
export { commitNames, type NaturalEvent, naturalEvent } from "../event/natural_event.ts";
export { type SignatureCheck, signatureCheck } from "./webhook/signature.ts";
