import { pageText } from "./shell.tsx";

/**
 * The page that says why there is none.
 *
 * @param isOwn Whether the server's own document was asked for, so that a link to it would lead here again.
 */
export function refusalPage(message: string, isOwn: boolean): string {
  return pageText({
    title: "Not shown · loom",
    children: (
      <main class="card">
        <h1>This cannot be shown</h1>
        <p>{message}</p>
        <p>
          {isOwn
            ? "It is the document that the server was started with: start it with another, or add ?doc= and the path of another to the address."
            : <a href="/">Show the server's own document</a>}
        </p>
      </main>
    ),
  });
}
