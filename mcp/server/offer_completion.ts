import { CompleteRequestSchema, ErrorCode, McpError, type Server } from "../sdk.ts";
import type { Session } from "../session/session.ts";
import { promptCalled } from "./offer_prompts.ts";
import type { Completer, PromptRow, ResourceTemplateRow } from "./parts.ts";
import { takeRequests } from "./take_requests.ts";

/** As many as the protocol allows in one answer. */
const MOST_VALUES = 100;

interface CompletionTables {
  readonly templates: readonly ResourceTemplateRow[];
  readonly prompts: readonly PromptRow[];
}

/** Offers to complete the arguments of prompts and the variables of resource templates. */
export function offerCompletion(server: Server, tables: CompletionTables, session: Session): void {
  takeRequests(server, CompleteRequestSchema, async ({ params: { ref, argument, context } }) => {
    const complete = ref.type === "ref/prompt"
      ? ofPrompt(tables.prompts, ref.name, argument.name)
      : ofTemplate(tables.templates, ref.uri, argument.name);
    // A document that cannot be read completes nothing; reading it tells why.
    const all = await Promise.resolve(complete?.(argument.value, context?.arguments ?? {}, session) ?? [])
      .catch(() => []);
    return {
      completion: { values: all.slice(0, MOST_VALUES), total: all.length, hasMore: all.length > MOST_VALUES },
    };
  });
}

function ofPrompt(prompts: readonly PromptRow[], name: string, argument: string): Completer | undefined {
  return promptCalled(prompts, name).arguments.find((one) => one.name === argument)?.complete;
}

function ofTemplate(
  templates: readonly ResourceTemplateRow[],
  uri: string,
  argument: string,
): Completer | undefined {
  const row = templates.find((template) => template.uriTemplate === uri);
  if (row === undefined) {
    const all = templates.map((template) => template.uriTemplate).join(", ");
    throw new McpError(ErrorCode.InvalidParams, `There is no resource template "${uri}": there is ${all}.`);
  }
  return row.complete && Object.hasOwn(row.complete, argument) ? row.complete[argument] : undefined;
}
