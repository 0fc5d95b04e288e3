import { live } from "./operations/live.ts";
import { logIn } from "./operations/login.ts";
import { page } from "./operations/page.ts";
import { rispec } from "./operations/rispec.ts";
import { livePageScript } from "./operations/script.ts";
import { json } from "./respond.ts";
import { LIVE_PATH, type Route } from "./route.ts";

const DOC = { doc: "the absolute path of the document (default: the server's own)" } as const;

/** The routes of the designer's server. The reference page is made of the same rows. */
export const ROUTES: readonly Route[] = [
  {
    method: "GET",
    path: "/",
    access: "token",
    summary: "Show the machine of a document, and what happens in it",
    query: {
      ...DOC,
      live: "`1` to show what happens beside the machine",
      focus: "the element to point at, such as `state:Open`",
      story: "the story that a live page tells (default: the bridge's own)",
    },
    run: page,
  },
  {
    method: "GET",
    path: LIVE_PATH,
    access: "token",
    summary: "Tell a page what happens in a document, through a WebSocket, where the hub asks for a token",
    query: DOC,
    run: live,
  },
  {
    method: "POST",
    path: "/api/rispec",
    access: "token",
    summary: "Describe a document as a specification: `{ intent? }` gives `{ rispec, projectFile, remark? }`",
    query: DOC,
    run: rispec,
  },
  {
    method: "GET",
    path: "/assets/live_page.js",
    access: "everybody",
    summary: "The script of the pages",
    run: livePageScript,
  },
  {
    method: "POST",
    path: "/login",
    access: "everybody",
    summary: "Take the token from a person, and give the browser a pass for it",
    run: logIn,
  },
  {
    method: "GET",
    path: "/health",
    access: "everybody",
    summary: "Tell that the server is there",
    run: () => json(200, { status: "ok" }),
  },
];
