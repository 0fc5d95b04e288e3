import * as z from "zod";
import { ErrorCode, McpError, type RequestHandlerExtra, type Server } from "../sdk.ts";
import type { ServerNotification, ServerRequest, ServerResult } from "../sdk.ts";
import { valueAt } from "./check_values.ts";

/** The second argument of the SDK's request handlers. */
export type RequestExtra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** A result of the protocol, or of an extension. */
type Answer = ServerResult | Readonly<Record<string, unknown>>;

/** A schema of the SDK, as far as it is used: what a request of a method looks like. */
interface RequestSchema<Request> {
  readonly shape: { readonly method: { readonly value: string } };
  safeParse(value: unknown): z.ZodSafeParseResult<Request>;
}

/**
 * Answers the requests of a method. One that is not as the protocol has it is refused with a sentence, where the SDK by itself
 * would answer with all that its schema has to say.
 */
export function takeRequests<Request>(
  server: Server,
  schema: RequestSchema<Request>,
  handle: (
    request: Request,
    extra: RequestExtra,
  ) => Answer | Promise<Answer>,
): void {
  const method = schema.shape.method.value;
  const read = (request: unknown): Request => {
    const { success, data, error } = schema.safeParse(request);
    if (success) return data;
    throw new McpError(ErrorCode.InvalidParams, sentenceOf(method, request, error.issues));
  };
  // The SDK looks at a request with this schema first: what it throws is the answer.
  const anyRequest = z.looseObject({ method: z.literal(method) })
    .superRefine((request) => void read(request));
  server.setRequestHandler(anyRequest, (request, extra) => handle(read(request), extra));
}

function sentenceOf(method: string, request: unknown, [issue]: readonly z.core.$ZodIssue[]): string {
  const path = issue?.path ?? [];
  const where = path.map(String).join(".");
  const what = valueAt(request, path) === undefined
    ? "is missing"
    : `is wrong: ${(issue?.message ?? "").replace(/^Invalid input: /, "")}`;
  const advice = method === "tools/call" && where === "params.name" ? " tools/list names all tools." : "";
  return `${method} cannot be done: "${where}" ${what}. Mend that and send it again.${advice}`;
}
