/**
 * Server kit: middlewares over web-standard `Request` and `Response`, and what servers share beside them. A server is a list of
 * middlewares and a handler; each middleware is a function that can be called with a request in a test.
 *
 * @module
 */
export { answerHead, catchErrors, cors, type CorsOptions, preflightHeaders } from "./middleware.ts";
export { type BodyLimits, type BodyResult, declaredTooLarge, readBody } from "./body.ts";
export { checkSource, type CheckSourceOptions, ownOrigin } from "./check_source.ts";
export {
  compose,
  type Handler,
  type Middleware,
  type RequestHandler,
  requestHandler,
  type ServerContext,
} from "./handler.ts";
export { httpServer } from "./listen.ts";
export {
  httpUrl,
  listen,
  type ListenAddress,
  type Listener,
  listening,
  type ListenOptions,
} from "./listen.ts";
export { jsonLog, type Log, type LogEntry, NO_LOG } from "./log.ts";
export { Counter, gauge, type Measure, METRICS_TYPE, metricsText } from "./metrics.ts";
export { type ProgramVersion, programVersion, versionLine } from "./program_version.ts";
export {
  refusal,
  type RefusalAnswer,
  type RefusalCode,
  type RefusalSentences,
  type ServerRefusal,
} from "./refusal.ts";
export {
  bearerCheck,
  bearerToken,
  requireToken,
  type RequireTokenOptions,
  tokenRefusal,
} from "./require_token.ts";
export { type RouteAddress, routes } from "./routes.ts";
export { RunningRequests, settlesWithin, untilAborted } from "./running_requests.ts";
export { derivedSecret, secretCheck, weakToken } from "./secret.ts";
export { type Setting, type SettingSources, SettingsReader, type SettingTable } from "./settings.ts";
export { isLoopback, type SourceOptions, type SourcePolicy, sourcePolicy } from "./source_policy.ts";
export { type CheckResult, SlowCheck } from "./slow_check.ts";
export { takenOver, type TakeOver, upgradeListener } from "./take_over.ts";
export { TokenBucket } from "./token_bucket.ts";
