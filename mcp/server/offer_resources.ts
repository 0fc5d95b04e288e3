import { Buffer } from "node:buffer";
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ReadResourceResult,
  type Server,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "../sdk.ts";
import type { Session } from "../session/session.ts";
import type { MakeContext } from "./call_context.ts";
import { errorWords } from "./error_result.ts";
import { refuseCursor } from "./refuse_cursor.ts";
import type { ResourceContent, ResourceContext, ResourceRow, ResourceTemplateRow } from "./parts.ts";
import { takeRequests } from "./take_requests.ts";

/** The protocol's code of a resource that is not there. */
const NOT_FOUND = -32002;
/** Number of addresses one client may be subscribed to. */
const MOST_SUBSCRIPTIONS = 1000;

interface ResourceTables {
  readonly resources: readonly ResourceRow[];
  readonly templates: readonly ResourceTemplateRow[];
}

/** A resource that an address leads to. */
interface Found {
  readonly row: ResourceRow | ResourceTemplateRow;
  readonly read: (context: ResourceContext) => Promise<ResourceContent> | ResourceContent;
}

/** Offers resources: to list, to read, and to be told of their changes. */
export function offerResources(
  server: Server,
  tables: ResourceTables,
  session: Session,
  context: MakeContext,
): void {
  takeRequests(server, ListResourcesRequestSchema, ({ params }) => {
    refuseCursor(params?.cursor);
    return { resources: listed(tables.resources, session).map(({ uri, ...row }) => ({ uri, ...told(row) })) };
  });
  takeRequests(server, ListResourceTemplatesRequestSchema, ({ params }) => {
    refuseCursor(params?.cursor);
    const resourceTemplates = tables.templates.map(({ uriTemplate, ...row }) => ({
      uriTemplate,
      ...told(row),
    }));
    return { resourceTemplates };
  });
  takeRequests(server, ReadResourceRequestSchema, async ({ params: { uri } }, extra) => {
    const { row, read } = find(tables, uri);
    try {
      return contentsOf(uri, row.mimeType, await read(context(extra)));
    } catch (error) {
      if (error instanceof McpError) throw error;
      const { code, message } = errorWords(error);
      throw new McpError(code === "not_found" ? NOT_FOUND : ErrorCode.InternalError, message, { uri, code });
    }
  });
  offerSubscriptions(server, tables, session);
}

function listed(resources: readonly ResourceRow[], session: Session): readonly ResourceRow[] {
  return resources.filter(({ isListed }) => isListed?.(session) ?? true);
}

function told({ name, title, description, mimeType }: Omit<ResourceTemplateRow, "uriTemplate" | "read">) {
  return { name, title, description, mimeType };
}

function find({ resources, templates }: ResourceTables, uri: string): Found {
  const row = resources.find((resource) => resource.uri === uri);
  if (row !== undefined) return { row, read: (context) => row.read(context) };
  for (const template of templates) {
    const variables = matchTemplate(template.uriTemplate, uri);
    if (variables !== undefined) {
      return { row: template, read: (context) => template.read(variables, context) };
    }
  }
  const all = [...resources.map((one) => one.uri), ...templates.map((one) => one.uriTemplate)].join(", ");
  throw new McpError(NOT_FOUND, `There is no resource ${JSON.stringify(uri)}: there are ${all}.`, { uri });
}

function contentsOf(
  uri: string,
  usual: string,
  { content, mimeType = usual }: ResourceContent,
): ReadResourceResult {
  const body = typeof content === "string"
    ? { text: content }
    : { blob: Buffer.from(content).toString("base64") };
  return { contents: [{ uri, mimeType, ...body }] };
}

/**
 * The session is listened to as long as the server is connected, since lists change whether or not anyone subscribed; others
 * are watched while someone is.
 */
function offerSubscriptions(server: Server, tables: ResourceTables, session: Session): void {
  const subscribed = new Map<string, Found>();
  let stopWatching: (() => void) | undefined;
  const unlisten = session.onChange((change) => {
    for (const [uri, { row }] of subscribed) {
      if (row.changesWith?.(change, session) ?? true) quietly(server.sendResourceUpdated({ uri }));
    }
    if (change.type === "switched" && change.kind !== change.previousKind) {
      quietly(server.sendResourceListChanged());
    }
  });
  const close = server.onclose;
  server.onclose = () => {
    unlisten();
    stopWatching?.();
    close?.();
  };
  takeRequests(server, SubscribeRequestSchema, async ({ params: { uri } }) => {
    const found = find(tables, uri);
    if (subscribed.size >= MOST_SUBSCRIPTIONS) {
      throw new McpError(
        ErrorCode.InvalidParams,
        `At most ${MOST_SUBSCRIPTIONS} subscriptions: end some first.`,
      );
    }
    subscribed.set(uri, found);
    stopWatching ??= session.watch();
    // From the answer on, no change of anyone is missed.
    await session.watching;
    return {};
  });
  takeRequests(server, UnsubscribeRequestSchema, ({ params: { uri } }) => {
    subscribed.delete(uri);
    if (subscribed.size === 0) {
      stopWatching?.();
      stopWatching = undefined;
    }
    return {};
  });
}

/** A client that has gone need not be told. */
function quietly(sent: Promise<void>): void {
  sent.catch(() => {});
}

/**
 * Reads the variables out of an address that fits a template.
 *
 * @param template With variables of the simple kind: `loom://state/{name}`.
 * @returns The variables, decoded; `undefined` when the address does not fit.
 */
export function matchTemplate(template: string, uri: string): Record<string, string> | undefined {
  const names: string[] = [];
  const pattern = template.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(name);
    return "([^/?#]+)";
  });
  const found = new RegExp(`^${pattern.join("")}$`).exec(uri);
  if (found === null) return undefined;
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]));
  } catch {
    // A broken escape names nothing.
    return undefined;
  }
}
