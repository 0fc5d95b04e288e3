import { readDocument } from "@loom/bridge/document";
import { rispecOf } from "@loom/bridge/rispec";
import { documentRefusal, findDocument } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { readJsonBody } from "../request_body.ts";
import { json } from "../respond.ts";
import type { Route } from "../route.ts";

/** Describes a document: the same text as the command and the agent tool give. */
export const rispec: Route["run"] = async ({ request, url }, deps) => {
  const { intent } = await readJsonBody(request);
  if (intent !== undefined && typeof intent !== "string") {
    throw new HttpError(400, "bad_body", "intent is no text: send what the machine is for, or leave it out.");
  }
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  try {
    const document = await readDocument(path, { kinds: deps.kinds, ...(root === undefined ? {} : { root }) });
    const { realPath } = document;
    const { text, remark } = await rispecOf(document, { intent, root });
    return json(200, { rispec: text, projectFile: realPath, ...(remark === undefined ? {} : { remark }) });
  } catch (error) {
    throw documentRefusal(error);
  }
};
