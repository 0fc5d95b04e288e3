import { isObject } from "@loom/protocol";
import { useEffect, useState } from "preact/hooks";

/** A document that can be opened. */
interface Listed {
  readonly path: string;
  readonly name: string;
}

/** The documents that the server has, as links to their pages. */
export function DocumentList({ docId }: { readonly docId: string }) {
  const [documents, setDocuments] = useState<readonly Listed[]>([]);
  useEffect(() => {
    const ending = new AbortController();
    listed(ending.signal).then(setDocuments, () => {});
    return () => ending.abort();
  }, []);
  if (documents.length < 2) return null;
  return (
    <details class="documents">
      <summary>Documents ({documents.length})</summary>
      <ul>
        {documents.map(({ path, name }) => (
          <li key={path}>
            <a
              href={`/?${new URLSearchParams({ doc: path, edit: "1" })}`}
              title={path}
              aria-current={path === docId ? "page" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

async function listed(signal: AbortSignal): Promise<Listed[]> {
  const answer: unknown = await (await fetch("/api/docs", { signal })).json();
  const docs: unknown = isObject(answer) && "docs" in answer ? answer.docs : [];
  if (!Array.isArray(docs)) return [];
  return docs.flatMap((one: unknown) => {
    if (!isObject(one) || !("path" in one) || !("name" in one)) return [];
    const { path, name } = one;
    return typeof path === "string" && typeof name === "string" ? [{ path, name }] : [];
  });
}
