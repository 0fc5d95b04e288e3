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
        <p>
          <a href="">Try again</a>
        </p>
      </main>
    ),
  });
}

/**
 * The page that asks for the token.
 *
 * @param back The page that was asked for.
 * @param complaint What was wrong with what was entered.
 */
export function loginPage(back: string, complaint?: string): string {
  const fault = complaint === undefined ? {} : { "aria-invalid": true, "aria-describedby": "complaint" };
  return pageText({
    title: "Token · loom",
    children: (
      <main class="card">
        <h1>This loom asks for its token</h1>
        <p>It is the one that the server was started with.</p>
        <form method="post" action="/login">
          <input type="hidden" name="back" value={back} />
          <label>
            Token
            <input
              type="password"
              name="token"
              required
              autofocus
              autocomplete="current-password"
              {...fault}
            />
          </label>
          {complaint === undefined ? null : <p id="complaint" class="complaint" role="alert">{complaint}</p>}
          <button type="submit">Go on</button>
        </form>
      </main>
    ),
  });
}
