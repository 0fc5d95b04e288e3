import { json } from "../respond.ts";
import type { Route } from "../route.ts";

/** Answers what a page needs to know of its server. */
export const config: Route["run"] = (_context, { hubUrl = null, doc }) =>
  json(200, { bridgeUrl: hubUrl, projectFile: doc });
