import { docs } from "./operations/docs.ts";
import { exportDocument, importDocument } from "./operations/exchange.ts";
import { patchFile, readFile, writeFile } from "./operations/file.ts";
import { findings, generate, rispec } from "./operations/derive.ts";
import { invoked } from "./operations/invoked.ts";
import { arrangeDocument, patchArrangementFile, readArrangementFile } from "./operations/layout.ts";
import { config, hub } from "./operations/hub.ts";
import { logIn } from "./operations/login.ts";
import { page } from "./operations/page.ts";
import { pageAsset } from "./operations/asset.ts";
import { checkSystemOf, editDocuments } from "./operations/system.ts";
import { addTest } from "./operations/tests.ts";
import { watchFile } from "./operations/watch.ts";
import { json } from "./respond.ts";
import { HUB_PATH, type Route } from "./route.ts";

const DOC = { doc: "the absolute path of the document (default: the server's own)" } as const;

/** The routes of the designer's server. The reference page is made of the same rows. */
export const ROUTES: readonly Route[] = [
  {
    method: "GET",
    path: "/",
    access: "token",
    summary: "Show a document and what happens in it, or edit it",
    query: {
      ...DOC,
      edit: "`1` to edit the document, which a page does without it too; `0` to show its picture only",
      live: "`1` to show what happens beside the machine",
      system: "the system that the document is opened in, the absolute path of a `.sysdf.json`",
      focus: "the element to point at, such as `state:Open`",
      depth: "draw only the `focus` and what is as near to it as this number says",
      walk: "number the transitions that steps such as `open,+5s,close` take through a machine",
      findings: "`1` to mark what the validator finds",
      coverage: "the absolute path of a file of tests, to mark what they cover and miss of its machine",
      heat:
        "the absolute path of a `.log` or `.jsonl` file of events, one in each line, to count how often each transition is taken",
      against: "the absolute path of an older version, to mark what was added, changed and removed since",
      "direction, fit, lines, labels, notes, collapse": "as these options of `loom render`",
      story: "the story that a live page tells (default: the bridge's own)",
    },
    run: page,
  },
  {
    method: "GET",
    path: HUB_PATH,
    access: "token",
    summary: "Connect a page to the hub, as a WebSocket of socket.io, where the hub asks for a token",
    query: DOC,
    run: hub,
  },
  {
    method: "GET",
    path: "/api/file",
    access: "token",
    summary:
      "Read a document: `{ path, content, mtime, revision, exists }`; one that is not there has the content `null`",
    query: DOC,
    run: readFile,
  },
  {
    method: "PUT",
    path: "/api/file",
    access: "token",
    summary:
      "Write a document: `{ content, mtime? }` gives `{ path, mtime, revision, ok }`, and 409 `{ error, mtime, conflict }` where the file has another `mtime`",
    query: DOC,
    run: writeFile,
  },
  {
    method: "PATCH",
    path: "/api/file",
    access: "token",
    summary:
      "Change a document by operations, all or none, or give it another content: `{ ops | definition, revision? }` gives what `PUT` gives, and 409 where the file has another revision",
    query: DOC,
    run: patchFile,
  },
  {
    method: "GET",
    path: "/api/layout",
    access: "token",
    summary:
      "Read the arrangement of a document: `{ path, arrangement, revision, mtime, exists }`, the empty one where no file keeps it, with `hasDocument: false` where there is no document yet",
    query: DOC,
    run: readArrangementFile,
  },
  {
    method: "PATCH",
    path: "/api/layout",
    access: "token",
    summary:
      "Change the arrangement of a document, on the newest one: `{ places?: { <key>: { x, y, width?, height? } | null }, notation?, collapsed?, direction?, fit?, revision? }` gives what `GET` gives, and 409 where the file has another `revision`. With the first move, send the places of all elements that are shown",
    query: DOC,
    run: patchArrangementFile,
  },
  {
    method: "GET",
    path: "/api/watch",
    access: "token",
    summary:
      "Tell of changes of a file, as server-sent events: `hello`, `change` and `removed` with `{ path, mtime }`, `hello` also with the version of the page's `script`, `layout` with what `/api/layout` gives, and `member` with `{ path }` for changes of other documents",
    query: { ...DOC, member: "the absolute path of another document to tell of, once for each" },
    run: watchFile,
  },
  {
    method: "GET",
    path: "/api/docs",
    access: "token",
    summary: "List the documents that are served: `{ roots, current, docs, truncated }`",
    run: docs,
  },
  {
    method: "GET",
    path: "/api/config",
    access: "token",
    summary: "Tell a page of its server: `{ bridgeUrl, projectFile }`",
    run: config,
  },
  {
    method: "POST",
    path: "/api/arrangement",
    access: "token",
    summary:
      "Arrange a document: `{ definition, kind?, arrangement? }` gives `{ arrangement }`, in which the places that the request has stay",
    run: arrangeDocument,
  },
  {
    method: "POST",
    path: "/api/findings",
    access: "token",
    summary: "Check a document: `{ definition, kind? }` gives `{ findings }`",
    run: findings,
  },
  {
    method: "POST",
    path: "/api/generate",
    access: "token",
    summary:
      "Generate the code of a machine: `{ definition, language }`, of `python` or `typescript`, gives `{ code, language }`; machines beside the document type the output of invoked work",
    query: DOC,
    run: generate,
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
    method: "POST",
    path: "/api/export",
    access: "token",
    summary:
      "Write a document as a picture or in the format of another program: `{ definition, format, theme?, notation?, title? }` gives the file",
    run: exportDocument,
  },
  {
    method: "POST",
    path: "/api/import",
    access: "token",
    summary:
      "Read a text in any format as a document: `{ text, name }` gives `{ kind, format, definition, remarks }`",
    run: importDocument,
  },
  {
    method: "POST",
    path: "/api/invoked",
    access: "token",
    summary:
      "Tell the machines that states invoke, from beside the document: `{ definition }` gives `{ machines, problems }`",
    query: DOC,
    run: invoked,
  },
  {
    method: "GET",
    path: "/api/system",
    access: "token",
    summary:
      "Check the system of a document: `{ system, member, members, findings, replays, coverage?, links, counts, proposals, edits, unresolved }`; `edits` are what reconciling would change",
    query: {
      ...DOC,
      system: "the system to take first, where it lists the document",
      only: "the ids of the proposals that `edits` are made of, a line each (default: all)",
      pictures: "`1` for a small picture of each member",
      coverage: "`1` for the parts of machines that no scenario touches",
    },
    run: checkSystemOf,
  },
  {
    method: "POST",
    path: "/api/edits",
    access: "token",
    summary:
      "Change several documents, all or none: `{ edits: [{ doc, ops, revision? }] }` gives `{ edits: [{ doc, revision, undo }] }`, and 409 where one has another revision",
    run: editDocuments,
  },
  {
    method: "POST",
    path: "/api/tests",
    access: "token",
    summary: "Add a test to the file of tests of a machine: `{ test }` gives `{ path }`",
    query: DOC,
    run: addTest,
  },
  {
    method: "GET",
    path: "/assets/*",
    access: "everybody",
    summary: "The scripts and the font of the pages",
    run: pageAsset,
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
