import { isObject } from "@loom/protocol";

/**
 * Asks the server of the page.
 *
 * @throws {Error} The server's sentence, where it refuses.
 */
export async function askServer(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, {
    method: "POST",
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  throw new Error(
    isObject(answer) && "error" in answer ? String(answer.error) : `The server answered ${response.status}.`,
  );
}

/** The sentence of an error. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
