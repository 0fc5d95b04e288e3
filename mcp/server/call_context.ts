import {
  ElicitResultSchema,
  type LoggingLevel,
  LoggingLevelSchema,
  type Server,
  type ServerNotification,
  SetLevelRequestSchema,
} from "../sdk.ts";
import type { Session } from "../session/session.ts";
import type { CallContext } from "./parts.ts";
import { type RequestExtra, takeRequests } from "./take_requests.ts";

/** Makes what serving a request has at hand. */
export type MakeContext = (extra: RequestExtra) => CallContext;

const LEVELS: readonly LoggingLevel[] = LoggingLevelSchema.options;
/** Default log level of a client. */
const USUAL_LEVEL: LoggingLevel = "info";

/** The time that a person has for an answer, in milliseconds. */
const ANSWER_TIMEOUT = 5 * 60_000;

/** Makes the contexts of a client's requests; the level of its log is kept here. */
export function contexts(server: Server, session: Session, hasLinks: () => boolean): MakeContext {
  let lowest = LEVELS.indexOf(USUAL_LEVEL);
  takeRequests(server, SetLevelRequestSchema, ({ params }) => {
    lowest = LEVELS.indexOf(params.level);
    return {};
  });
  return (extra) => {
    const token = extra._meta?.progressToken;
    // A message that the client cannot take any more is no reason to give up the work.
    const send = (notification: ServerNotification) =>
      void extra.sendNotification(notification).catch(() => {});
    return {
      session,
      signal: extra.signal,
      progress: (done, total, message) => {
        if (token === undefined) return;
        const params = {
          progressToken: token,
          progress: done,
          ...(total === undefined ? {} : { total }),
          ...(message === undefined ? {} : { message }),
        };
        send({ method: "notifications/progress", params });
      },
      log: (level, logger, data) => {
        if (LEVELS.indexOf(level) < lowest) return;
        send({ method: "notifications/message", params: { level, logger, data } });
      },
      ask: extra.sendRequest,
      hasLinks: hasLinks(),
      confirm: server.getClientCapabilities()?.elicitation?.form === undefined
        ? undefined
        : (question) => confirmed(extra, question),
    };
  };
}

/** Asks a person to accept. A client that fails at that has not accepted. */
async function confirmed({ sendRequest, signal }: RequestExtra, message: string): Promise<boolean> {
  const params = { message, requestedSchema: { type: "object" as const, properties: {} } };
  try {
    const request = { method: "elicitation/create" as const, params };
    const { action } = await sendRequest(request, ElicitResultSchema, { signal, timeout: ANSWER_TIMEOUT });
    return action === "accept";
  } catch {
    return false;
  }
}
