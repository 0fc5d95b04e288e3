/** The codes of JSON-RPC errors that the transport itself answers with. */
export const RPC = { parseError: -32700, refused: -32000, noSession: -32001 } as const;

/** An answer of plain JSON. */
export function respond(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    },
  });
}

/** An error in the words of the protocol, for a request that reached it. */
export function respondRpcError(
  status: number,
  code: number,
  message: string,
  headers?: Record<string, string>,
): Response {
  return respond(status, { jsonrpc: "2.0", id: null, error: { code, message } }, headers);
}
