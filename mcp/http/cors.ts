/** What lets a page of a welcome origin read an answer. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": "mcp-session-id, www-authenticate",
    "vary": "origin",
  };
}

/** Answers a browser that asks what its page may send. */
export function preflight(methods: string): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-methods": methods,
      "access-control-allow-headers":
        "authorization, content-type, accept, last-event-id, mcp-protocol-version, mcp-session-id",
      "access-control-max-age": "600",
    },
  });
}
