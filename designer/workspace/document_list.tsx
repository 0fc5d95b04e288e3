import { isObject } from "@loom/protocol";
import { useEffect, useState } from "preact/hooks";

/** A document that can be opened. */
export interface ListedDocument {
  readonly path: string;
  readonly name: string;
  readonly dir: string;
}

/** The documents that the server has, once they are known. */
export function useDocuments(): readonly ListedDocument[] {
  const [documents, setDocuments] = useState<readonly ListedDocument[]>([]);
  useEffect(() => {
    const ending = new AbortController();
    listed(ending.signal).then(setDocuments, () => {});
    return () => ending.abort();
  }, []);
  return documents;
}

/** The address of the page of a document, in the system that this page is in. */
export function addressOf(
  doc: string,
  focus = "",
  system: string | null = new URLSearchParams(location.search).get("system"),
): string {
  const parameters = new URLSearchParams({ doc });
  if (system !== null) parameters.set("system", system);
  if (focus !== "") parameters.set("focus", focus);
  return `/?${parameters}`;
}

async function listed(signal: AbortSignal): Promise<ListedDocument[]> {
  const answer: unknown = await (await fetch("/api/docs", { signal })).json();
  const docs: unknown = isObject(answer) && "docs" in answer ? answer.docs : [];
  if (!Array.isArray(docs)) return [];
  return docs.flatMap((one: unknown) => {
    if (!isObject(one) || !("path" in one) || !("name" in one) || !("dir" in one)) return [];
    const { path, name, dir } = one;
    return [path, name, dir].every((text) => typeof text === "string")
      ? [{ path: String(path), name: String(name), dir: String(dir) }]
      : [];
  });
}

/** The file name in a path. */
export function fileOf(docId: string): string {
  return docId.slice(docId.lastIndexOf("/") + 1);
}
