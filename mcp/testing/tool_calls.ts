import type { StateMachineDefinition } from "@loom/protocol";
import type { CallToolResult } from "../sdk.ts";
import { createMcpServer } from "../server/create_mcp_server.ts";
import { serveTool } from "../server/serve_tool.ts";
import { openSession } from "../session/document_session.ts";
import type { Session, SessionOptions } from "../session/session.ts";
import type { Tool } from "../tool.ts";
import { Client, InMemoryTransport } from "./sdk.ts";

/** A door with a timer, a guard, a composite and a final state. */
export const GATE: StateMachineDefinition = {
  settings: { namespace: "Home", name: "Gate", asynchronous: false },
  events: [
    {
      name: "Hand",
      events: [{ id: "open", description: "Pulls." }, { id: "close" }, {
        id: "lock",
        parameters: [{ name: "code", type: "int" }],
      }],
      timers: [{ id: "late", name: "Wait" }],
    },
    { name: "Owner", events: [{ id: "sell" }] },
  ],
  state: {
    name: "Root",
    states: [
      {
        name: "Shut",
        states: [
          {
            name: "Closed",
            transitions: [
              { event: "open", nextState: "Open" },
              { event: "lock", nextState: "Locked", condition: "code == 7" },
            ],
          },
          { name: "Locked", transitions: [{ event: "open" }, { event: "close", nextState: "Closed" }] },
        ],
      },
      {
        name: "Open",
        onEntry: { actions: [{ timerStart: { timer: "Wait", duration: 5000 } }] },
        onExit: { actions: [{ timerStop: "Wait" }] },
        transitions: [
          { event: "close", nextState: "Closed" },
          { event: "late", nextState: "Closed" },
          { event: "sell", nextState: "Sold" },
        ],
      },
      { name: "Sold", kind: "final" },
    ],
  },
};

/** What a call gave. */
export interface Called {
  /** All blocks of text. */
  readonly texts: readonly string[];
  /** The first of them. */
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly isError: boolean;
  /** The stable word of an error. */
  readonly code: unknown;
  readonly content: CallToolResult["content"];
}

/** A session over a document in a folder of its own, with tools to call on it. */
export interface ToolBench extends AsyncDisposable {
  readonly session: Session;
  readonly client: Client;
  readonly folder: string;
  /** The document. */
  readonly path: string;
  /** Calls a tool through a real client and a real server. */
  call(name: string, values?: Record<string, unknown>): Promise<Called>;
}

/** How {@linkcode openToolBench} begins. */
export interface ToolBenchOptions extends Partial<SessionOptions> {
  /** What is in the document: `undefined` for none, text and bytes as they stand. Default: {@linkcode GATE}. */
  readonly content?: object | string | undefined;
  /** What the document is called. Default: `gate.smdf.json`. */
  readonly name?: string;
}

/** Serves tools to a client in memory. */
export async function openToolBench(
  // deno-lint-ignore no-explicit-any -- rows of all types stand in one list
  tools: readonly Tool<any, any>[],
  { content, name = "gate.smdf.json", ...options }: ToolBenchOptions = { content: { stateMachine: GATE } },
): Promise<ToolBench> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  const path = `${folder}/${name}`;
  if (content !== undefined) await Deno.writeFile(path, bytesOf(content));
  const session = openSession({ path, root: folder, ...options });
  const info = { name: "loom-mcp", title: "The loom", version: "0.0.0" };
  const server = createMcpServer({ info, tools: tools.map((tool) => serveTool(tool)) }, session);
  const client = new Client({ name: "test", version: "0.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    session,
    client,
    folder,
    path,
    call: async (name, values = {}) =>
      calledOf(await client.callTool({ name, arguments: values }) as CallToolResult),
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.close();
      await session.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function bytesOf(content: object | string): Uint8Array {
  if (content instanceof Uint8Array) return content;
  const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
  return new TextEncoder().encode(text + "\n");
}

/** What a result says. */
export function calledOf(result: CallToolResult): Called {
  const texts = result.content.flatMap((block) => block.type === "text" ? [block.text] : []);
  return {
    texts,
    text: texts[0] ?? "",
    data: result.structuredContent ?? {},
    isError: result.isError ?? false,
    code: result._meta?.code,
    content: result.content,
  };
}
