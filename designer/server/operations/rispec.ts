import { readDocument } from "@loom/bridge/document";
import { rispecOf } from "@loom/bridge/rispec";
import { documentRefusal, findDocument } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { DOCUMENT_LIMITS, readJsonBody } from "../request_body.ts";
import { documentIn } from "./exchange.ts";
import { json } from "../respond.ts";
import type { Route } from "../route.ts";

/** Describes a document: the same text as the command and the agent tool give. */
export const rispec: Route["run"] = async ({ request, url }, deps) => {
  const { intent, definition } = await readJsonBody(request, DOCUMENT_LIMITS);
  if (intent !== undefined && typeof intent !== "string") {
    throw new HttpError(400, "bad_body", "intent is no text: send what the machine is for, or leave it out.");
  }
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  try {
    const document = await readDocument(path, { kinds: deps.kinds, ...(root === undefined ? {} : { root }) });
    const { realPath } = document;
    // The page may have edits that the file does not have yet.
    const described = definition === undefined ? document : { ...document, ...documentIn(definition) };
    const { text, remark } = await rispecOf(described, { intent, root });
    return json(200, { rispec: text, projectFile: realPath, ...(remark === undefined ? {} : { remark }) });
  } catch (error) {
    throw documentRefusal(error);
  }
};
