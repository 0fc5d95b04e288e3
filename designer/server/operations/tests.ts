import { editJsonFile } from "@loom/bridge/document";
import { readSuite } from "@loom/engine";
import { isObject, orThrow, RefusedError } from "@loom/protocol";
import { basename } from "@std/path";
import { documentRefusal, findDocument } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { DOCUMENT_LIMITS, readJsonBody } from "../request_body.ts";
import { json } from "../respond.ts";
import type { Route } from "../route.ts";

/** Adds a test to the file of tests of a machine: `door.test.json` of `door.smdf.json`. */
export const addTest: Route["run"] = async ({ request, url }, deps) => {
  const { test } = await readJsonBody(request, DOCUMENT_LIMITS);
  const { path, root } = await findDocument(url.searchParams.get("doc"), deps);
  const file = path.replace(/(?:\.smdf)?\.json$/, ".test.json");
  const add = (present: unknown) => {
    const suite = present ?? { machine: basename(path), tests: [] };
    if (!isObject(suite) || !("tests" in suite) || !Array.isArray(suite.tests)) {
      throw new HttpError(422, "no_suite", `"${file}" holds no tests: move it away, or mend it.`);
    }
    return { ...suite, tests: [...suite.tests, test] };
  };
  try {
    orThrow(readSuite({ machine: basename(path), tests: [test] }));
    await editJsonFile(file, add, root === undefined ? {} : { root });
    return json(200, { path: file });
  } catch (error) {
    if (error instanceof RefusedError) throw new HttpError(422, error.code, error.message);
    throw documentRefusal(error);
  }
};
