import type { Environment, KindName, KindTable } from "@loom/protocol";
import { instructionsFor } from "./instructions.ts";
import { PROMPTS } from "./prompts/table.ts";
import { RESOURCE_TEMPLATES, resourcesOf } from "./resources/table.ts";
import type { Transport } from "./sdk.ts";
import { createMcpServer } from "./server/create_mcp_server.ts";
import type { OfKind, ServerParts } from "./server/parts.ts";
import { serveTool } from "./server/serve_tool.ts";
import { openSession } from "./session/document_session.ts";
import type { SessionOptions } from "./session/session.ts";
import type { Settings } from "./settings.ts";
import { SKILLS } from "./skills/catalog.ts";
import { toolsOf } from "./table.ts";
import type { Toolset } from "./tool.ts";
import { VERSION } from "./version.ts";

/** The server side of one client. */
export interface ClientSession {
  /** Serves a transport. */
  connect(transport: Transport): Promise<void>;
  /** Ends the calls of the client, its session and its part in the room. */
  close(): Promise<void>;
}

/** Everything that the loom offers. */
export function loomParts(
  toolsets?: ReadonlySet<Toolset>,
  kinds?: KindTable,
  offered?: ReadonlySet<KindName>,
): ServerParts {
  const isOffered = ({ kind }: OfKind): boolean => kind === undefined || (offered?.has(kind) ?? true);
  return {
    info: { name: "loom-mcp", title: "The loom", version: VERSION },
    instructions: instructionsFor(toolsets, offered),
    tools: toolsOf(toolsets, kinds, offered).map(serveTool),
    resources: resourcesOf(kinds).filter(isOffered),
    templates: RESOURCE_TEMPLATES.filter(isOffered),
    prompts: PROMPTS.filter(isOffered),
    skills: SKILLS,
  };
}

/** The parts that a server offers by its settings; those about stories are loaded only when asked for. */
export async function partsOf(
  { toolsets, kinds, offersNarrative, session }:
    & Pick<Settings, "toolsets" | "offersNarrative">
    & Partial<Pick<Settings, "session" | "kinds">>,
  env: Environment,
): Promise<ServerParts> {
  const parts = loomParts(toolsets, session?.kinds, kinds);
  if (!offersNarrative) return parts;
  const { narrativeParts, withNarrative } = await import("./narrative/parts.ts");
  return withNarrative(parts, await narrativeParts(env));
}

/** Opens a session for one client, and a server over it. */
export function attend(parts: ServerParts, options: SessionOptions): ClientSession {
  const session = openSession(options);
  const server = createMcpServer(parts, session);
  return {
    connect: (transport) => server.connect(transport),
    async close() {
      await server.close();
      await session.close();
    },
  };
}
