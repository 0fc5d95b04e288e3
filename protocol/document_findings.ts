import type { Finding } from "./finding.ts";
import { repeatedKeyFindings } from "./json/repeated_keys.ts";
import type { JsonObject } from "./json/value.ts";
import type { KindContent } from "./kind.ts";

/** A document with the text that it was read from. */
export interface CheckedDocument {
  /** The definition, unwrapped. */
  readonly definition: object;
  /** Its text, in any format. */
  readonly text: string;
  /** The key that wraps the definition in JSON, if one does. */
  readonly envelope?: string | undefined;
}

/** All findings about a document: those of its kind's validator, then those about its JSON text. */
export function documentFindings(
  content: Pick<KindContent<JsonObject>, "findings">,
  { definition, text, envelope }: CheckedDocument,
): Finding[] {
  return [...content.findings({ ...definition }), ...repeatedKeyFindings(text, envelope)];
}
