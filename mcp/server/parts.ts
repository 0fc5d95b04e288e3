import type { KindName } from "@loom/protocol";
import type {
  CallToolResult,
  LoggingLevel,
  RequestHandlerExtra,
  ServerNotification,
  ServerRequest,
  ToolDescription,
} from "../sdk.ts";
import type { Session, SessionChange } from "../session/session.ts";
import type { Skill } from "../skills/catalog.ts";

/** Everything that a server offers: tables, and nothing of how they are served. */
export interface ServerParts {
  /** Name and version of the server. */
  readonly info: { readonly name: string; readonly title: string; readonly version: string };
  /** Instructions for every client. */
  readonly instructions?: string;
  readonly tools: readonly ServedTool[];
  readonly resources?: readonly ResourceRow[];
  readonly templates?: readonly ResourceTemplateRow[];
  readonly prompts?: readonly PromptRow[];
  readonly skills?: readonly Skill[];
}

/** The context of a call. */
export interface CallContext {
  /** The client's work. */
  readonly session: Session;
  /** Aborted when the client takes its call back. */
  readonly signal: AbortSignal;
  /** Tells how far long work is, where the client asked for that. */
  readonly progress: (done: number, total: number | undefined, message?: string) => void;
  /** Writes to the client's log, when it wants that level. */
  readonly log: (level: LoggingLevel, logger: string, data: unknown) => void;
  /** Asks the client, such as `sampling/createMessage`; `schema` is what the answer must be. */
  readonly ask: AskClient;
  /** True when the client understands links to resources in results. */
  readonly hasLinks?: boolean;
  /** Asks the person at the client; `undefined` when the client cannot. False: they refuse, or do not answer. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
}

/** Sends a request to the client: the SDK's own function. */
export type AskClient = RequestHandlerExtra<ServerRequest, ServerNotification>["sendRequest"];

/** A tool as the server serves it; {@linkcode serveTool} makes one from a row of the table. */
export interface ServedTool {
  /** The entry of `tools/list`. */
  readonly description: ToolDescription;
  /** Does it; what it throws becomes an answer that is an error. */
  call(values: Record<string, unknown>, context: CallContext): Promise<CallToolResult> | CallToolResult;
}

/** The content of a resource. */
export interface ResourceContent {
  /** Default: the row's. */
  readonly mimeType?: string;
  /** The content, as text or as bytes. */
  readonly content: string | Uint8Array;
}

/** The context of reading a resource. */
export type ResourceContext = Pick<CallContext, "session" | "signal" | "progress" | "log">;

/** A row about one kind of documents. */
export interface OfKind {
  /** The kind; it is offered with the tools of that kind. Without one it is about every kind. */
  readonly kind?: KindName;
}

/** The description of a resource or of a template. */
interface ResourceFields extends OfKind {
  /** A short name for programs. */
  readonly name: string;
  /** The title for people. */
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** True when a change of the active document changes this; default: every change does. */
  readonly changesWith?: (change: SessionChange, session: Session) => boolean;
}

/** A resource. */
export interface ResourceRow extends ResourceFields {
  readonly uri: string;
  /** True when it is listed now; default: always. */
  readonly isListed?: (session: Session) => boolean;
  /** Reads it; what it throws becomes an error of the protocol, with its sentence. */
  read(context: ResourceContext): Promise<ResourceContent> | ResourceContent;
}

/** Resources that are named by a template. */
export interface ResourceTemplateRow extends ResourceFields {
  /** With variables of the simple kind: `loom://state/{name}`. */
  readonly uriTemplate: string;
  /** Reads the one that the variables, decoded, name. */
  read(
    variables: Readonly<Record<string, string>>,
    context: ResourceContext,
  ): Promise<ResourceContent> | ResourceContent;
  /** Completes variables. */
  readonly complete?: Readonly<Record<string, Completer>>;
}

/**
 * Completions of a value.
 *
 * @param begun What is there.
 * @param others The values of the other variables or arguments, where the client tells them.
 * @returns All that fit, the likeliest first; at most 100 of them are sent.
 */
export type Completer = (
  begun: string,
  others: Readonly<Record<string, string>>,
  session: Session,
) => Promise<readonly string[]> | readonly string[];

/** An argument of a prompt. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  readonly complete?: Completer;
}

/** A message of a prompt: text, or any content block of the protocol. */
export interface PromptMessage {
  readonly role: "user" | "assistant";
  readonly content: string | CallToolResult["content"][number];
}

/** A prompt. */
export interface PromptRow extends OfKind {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Writes it; required arguments are there. */
  write(
    values: Readonly<Record<string, string>>,
    context: ResourceContext,
  ): Promise<readonly PromptMessage[]> | readonly PromptMessage[];
}
