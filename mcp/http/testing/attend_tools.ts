import type { ClientSession } from "../../client_session.ts";
import { createMcpServer } from "../../server/create_mcp_server.ts";
import type { ResourceRow, ServedTool } from "../../server/parts.ts";
import type { Session, SessionChange } from "../../session/session.ts";

/** The server side of a client, as a test sees it. */
export interface Attended extends ClientSession {
  /** How often it was ended. */
  readonly ended: () => number;
  /** Makes the session say that its document changed. */
  readonly change: (change: SessionChange) => void;
}

const RESOURCE: ResourceRow = {
  uri: "test://document",
  name: "document",
  title: "Document",
  description: "A document",
  mimeType: "text/plain",
  read: () => ({ content: "text" }),
};

/** A tool without arguments that answers a text. */
export function textTool(name: string, run: ServedTool["call"] | string): ServedTool {
  return {
    description: { name, description: name, inputSchema: { type: "object" } },
    call: typeof run === "string" ? () => ({ content: [{ type: "text", text: run }] }) : run,
  };
}

/** Makes client sessions over the server's core with some tools and a resource; `all` has those that were made. */
export function attendTools(tools: readonly ServedTool[]): {
  readonly attend: () => Attended;
  readonly all: readonly Attended[];
} {
  const all: Attended[] = [];
  const attend = (): Attended => {
    const listeners = new Set<(change: SessionChange) => void>();
    const session: Partial<Session> = {
      onChange: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      watch: () => () => {},
      watching: Promise.resolve(),
    };
    const parts = { info: { name: "test", title: "Test", version: "1" }, tools, resources: [RESOURCE] };
    const server = createMcpServer(parts, session as Session);
    let ended = 0;
    const attended: Attended = {
      connect: (transport) => server.connect(transport),
      close: async () => {
        ended++;
        await server.close();
      },
      ended: () => ended,
      change: (change) => listeners.forEach((listener) => listener(change)),
    };
    all.push(attended);
    return attended;
  };
  return { attend, all };
}
