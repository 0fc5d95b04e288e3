import type { Attendant } from "../attendant.ts";
import { type Transport, WebStandardStreamableHTTPServerTransport } from "../sdk.ts";
import type { Attend } from "./attend.ts";
import { whenOver } from "./when_over.ts";

/**
 * Answers a request of a client that keeps no session: what serves it lasts as long as the answer.
 *
 * @param over Called when all has ended.
 */
export async function oneRequest(
  request: Request,
  parsedBody: unknown,
  attend: Attend,
  over: () => void,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport();
  let attendant: Attendant | undefined;
  const end = async () => {
    await transport.close();
    await attendant?.close();
    over();
  };
  try {
    attendant = await attend();
    // The SDK's class says the same as its interface, but for properties that may be `undefined`.
    await attendant.connect(transport as Transport);
    const response = await transport.handleRequest(request, { parsedBody });
    if (response.body !== null) return new Response(whenOver(response.body, () => void end()), response);
    await end();
    return response;
  } catch (error) {
    await end();
    throw error;
  }
}
