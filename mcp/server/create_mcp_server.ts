import { Server, type Transport } from "../sdk.ts";
import type { Session } from "../session/session.ts";
import { contexts } from "./call_context.ts";
import { offerCompletion } from "./offer_completion.ts";
import { offerPrompts } from "./offer_prompts.ts";
import { offerResources } from "./offer_resources.ts";
import { offerSkills, skillFiles, SKILLS_EXTENSION } from "./offer_skills.ts";
import { offerTools } from "./offer_tools.ts";
import type { ServerParts } from "./parts.ts";
import { agreedRevision, hasResourceLinks, SILENT_REVISION } from "./revision.ts";

/** A server that knows the revision of the protocol that its client speaks. */
class RevisionServer extends Server {
  /** The revision; the oldest that is likely before the client says it. */
  revision = SILENT_REVISION;

  override async connect(transport: Transport): Promise<void> {
    await super.connect(transport);
    const { onmessage } = transport;
    transport.onmessage = (message, extra) => {
      this.revision = agreedRevision(message) ?? this.revision;
      onmessage?.call(transport, message, extra);
    };
  }
}

/**
 * Makes the server of one client, over tables: what is offered is in {@linkcode ServerParts}, and nothing of it is known here.
 *
 * @param session The client's work; whoever made it closes it, after the server.
 * @returns The SDK's server, ready to be connected to a transport.
 */
export function createMcpServer(parts: ServerParts, session: Session): Server {
  const { info, instructions, resources = [], prompts = [], skills = [] } = parts;
  const templates = [...parts.templates ?? [], ...(skills.length > 0 ? [skillFiles(skills)] : [])];
  const hasResources = resources.length + templates.length > 0;
  const canComplete = prompts.some((prompt) => prompt.arguments.some(({ complete }) => complete)) ||
    templates.some(({ complete }) => complete);
  const server = new RevisionServer({ ...info }, {
    capabilities: {
      tools: {},
      logging: {},
      ...(hasResources ? { resources: { subscribe: true, listChanged: true } } : {}),
      ...(prompts.length > 0 ? { prompts: {} } : {}),
      ...(canComplete ? { completions: {} } : {}),
      ...(skills.length > 0 ? { extensions: { [SKILLS_EXTENSION]: {} } } : {}),
    },
    ...(instructions === undefined ? {} : { instructions }),
    // The default takes milliseconds of every start, and checks forms only, which nothing here asks a person to fill in.
    jsonSchemaValidator: {
      getValidator() {
        throw new Error("The server sends no forms.");
      },
    },
  });
  const context = contexts(server, session, () => hasResourceLinks(server.revision));
  offerTools(server, parts.tools, context);
  if (hasResources) offerResources(server, { resources, templates }, session, context);
  if (prompts.length > 0) offerPrompts(server, prompts, context);
  if (skills.length > 0) offerSkills(server, skills);
  if (canComplete) offerCompletion(server, { templates, prompts }, session);
  return server;
}
