import { pageText } from "./shell.tsx";

/** The page that says why there is none. */
export function refusalPage(message: string): string {
  return pageText({
    title: "Not shown · loom",
    children: (
      <main class="card">
        <h1>This cannot be shown</h1>
        <p>{message}</p>
        <p>
          <a href="/">Show the server's own document</a>
        </p>
      </main>
    ),
  });
}
