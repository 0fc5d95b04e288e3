import { settlesWithin } from "./running_requests.ts";

/** The time in which the server must end a connection, in milliseconds. */
const LIMIT = 20_000;

/**
 * Sends bytes to a server of this machine as they are.
 *
 * @returns what the server sent until it ended the connection
 */
export async function exchange(port: number, sent: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode(sent));
  const answer = new Response(connection.readable).text();
  if (await settlesWithin(LIMIT, answer)) return await answer;
  throw new Error(`The server did not end the connection of ${JSON.stringify(sent)}.`);
}
