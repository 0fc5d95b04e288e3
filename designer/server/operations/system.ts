import { editTogether, OpenDocument } from "@loom/bridge/document";
import {
  checkLoadedSystem,
  documentsOf,
  type FileMember,
  fileOf,
  type LoadedSystem,
  memberAt,
  memberRevision,
  systemOf,
} from "@loom/bridge/system";
import {
  coverageOf,
  coverageText,
  linkCounts,
  reconcile,
  type SystemDocuments,
  type SystemFinding,
  systemLinks,
  uncoveredIn,
} from "@loom/engine";
import { LOOM_KINDS } from "@loom/engine/kinds";
import {
  type AnyKind,
  type AnyOp,
  isObject,
  type JsonObject,
  LoomError,
  pluralOf,
  reconcileModeOf,
  type StateMachineDefinition,
  systemName,
} from "@loom/protocol";
import { basename, dirname } from "@std/path";
import { documentRefusal, findDocument } from "../find_document.ts";
import { HttpError } from "../http_error.ts";
import { pagePicture } from "../page_picture.ts";
import { DOCUMENT_LIMITS, readJsonBody } from "../request_body.ts";
import { json } from "../respond.ts";
import type { DesignerDeps, Route } from "../route.ts";

/** Checks the system of a document: findings, links, replays, and what its scenarios ask of the other documents. */
export const checkSystemOf: Route["run"] = async ({ url }, deps) => {
  const { searchParams } = url;
  const { path, root } = await findDocument(searchParams.get("doc"), deps);
  const system = await admittedSystem(path, searchParams.get("system"), root, deps);
  if (system === undefined) return json(200, { system: null, members: [] });
  const { findings, replays } = checkLoadedSystem(system);
  const documents = documentsOf(system);
  const only = searchParams.get("only");
  const scenario = documents.scenarios.find((one) => fileOf(system, one.path) === path)?.path;
  const result = reconcile(documents, {
    ...(scenario === undefined ? {} : { scenario }),
    ...(only === null ? {} : { only: new Set(only.split("\n")) }),
  });
  const links = systemLinks(system.members, replays);
  const { document, members } = system;
  return json(200, {
    system: document === undefined ? null : {
      path: system.path,
      name: systemName(document.definition) || basename(system.path),
      mode: reconcileModeOf(document.definition),
    },
    member: memberAt(system, path) ?? null,
    members: await Promise.all(members.map((one) => memberOf(one, searchParams.has("pictures")))),
    findings: findings.map((finding) => ({ element: elementOf(finding, system), ...finding })),
    replays,
    ...(searchParams.has("coverage") ? { coverage: coverageIn(documents) } : {}),
    links,
    counts: linkCounts(links),
    proposals: result.proposals.map(({ id, document, reasons, from }) => ({ id, document, reasons, from })),
    edits: result.documents.map(({ path, ops }) => {
      const file = fileOf(system, path);
      return { doc: file, ops, revision: memberRevision(system, file) };
    }),
    unresolved: result.unresolved,
  });
};

/** The parts of each machine that no scenario touches; nothing without scenarios. */
function coverageIn({ scenarios, machines }: SystemDocuments): readonly object[] {
  if (scenarios.length === 0) return [];
  return coverageOf(scenarios.map(({ def }) => def), machines.map(({ def }) => def as StateMachineDefinition))
    .machines.map((one) => ({ machine: one.machine, text: coverageText(one), never: uncoveredIn(one) }));
}

/** The innermost element that a finding lies in, `<type>:<name>`, for findings that name none. */
function elementOf({ member, path }: SystemFinding, { document, members }: LoadedSystem): string | undefined {
  const definition = member === undefined
    ? document?.definition
    : members.find((one) => one.path === member)?.definition;
  const elements = LOOM_KINDS.ofDocument(definition)?.content?.elements;
  if (elements === undefined || !isObject(definition)) return undefined;
  const around = elements(definition as JsonObject)
    .filter((one) => path === one.path || path.startsWith(`${one.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
  return around === undefined ? undefined : `${around.type}:${around.name}`;
}

/** The system of a document, the one that is named first; members that the server does not show are not read as such. */
async function admittedSystem(
  path: string,
  named: string | null,
  root: string | undefined,
  deps: DesignerDeps,
): Promise<LoadedSystem | undefined> {
  const options = { root: root ?? dirname(path), takesNeighbours: path.toLowerCase().endsWith(".erdf.json") };
  try {
    const wanted = named === null
      ? undefined
      : await systemOf((await findDocument(named, deps)).path, options);
    const system = wanted !== undefined && memberAt(wanted, path) !== undefined
      ? wanted
      : await systemOf(path, options);
    if (system === undefined) return undefined;
    const members = await Promise.all(system.members.map((one) => admitted(one, deps)));
    return { ...system, members };
  } catch (error) {
    throw documentRefusal(error);
  }
}

async function admitted(member: FileMember, deps: DesignerDeps): Promise<FileMember> {
  const { path, file } = member;
  try {
    await findDocument(file, deps);
    return member;
  } catch (error) {
    return { path, file, error: error instanceof Error ? error.message : String(error) };
  }
}

/** A member as pages show it. */
async function memberOf(
  { path, file, definition, error }: FileMember,
  hasPicture: boolean,
): Promise<object> {
  const row = LOOM_KINDS.ofDocument(definition);
  if (!isObject(definition) || row?.content === undefined) {
    return { path, file, problem: error ?? "It is no document of the loom." };
  }
  const { content, kind } = row;
  const document = definition as JsonObject;
  const name = content.nameOf(document)?.trim() || basename(path);
  if (!hasPicture) return { path, file, kind, name };
  const types = Map.groupBy(content.elements(document), ({ type }) => type);
  const counts = [...types].slice(0, 2)
    .map(([type, { length }]) => `${length} ${length === 1 ? type : pluralOf(type)}`).join(", ");
  return { path, file, kind, name, counts, svg: await pictureOf(row, document) };
}

/** A picture of a document, which need not be valid; `undefined` for one that cannot be drawn. */
async function pictureOf(row: AnyKind, definition: JsonObject): Promise<string | undefined> {
  try {
    return (await pagePicture(row, definition, {})).svg;
  } catch {
    return undefined;
  }
}

/** The most documents of one edit. */
const MOST_DOCUMENTS = 100;

/** Changes several documents by operations: all of them or none. Answers with the operations that take the edit back. */
export const editDocuments: Route["run"] = async ({ request }, deps) => {
  const { edits } = await readJsonBody(request, DOCUMENT_LIMITS);
  if (!Array.isArray(edits) || edits.length > MOST_DOCUMENTS) {
    throw new HttpError(400, "bad_body", `edits is no list of at most ${MOST_DOCUMENTS} documents.`);
  }
  const parts = await Promise.all(edits.map((edit: unknown) => partOf(edit, deps)));
  try {
    const written = await editTogether(parts);
    return json(200, {
      edits: written.map(({ result, row, before, after }) => ({
        doc: result.realPath,
        revision: result.after,
        undo: before === undefined ? [] : row.content?.changes.diff(after, before) ?? [],
      })),
    });
  } catch (error) {
    const refusal = documentRefusal(error);
    if (error instanceof LoomError && !(refusal instanceof HttpError)) {
      throw new HttpError(error.code === "stale_revision" ? 409 : 422, error.code, error.message);
    }
    if (refusal instanceof HttpError && refusal.code === "stale_revision") {
      throw new HttpError(409, refusal.code, refusal.message);
    }
    throw refusal;
  }
};

async function partOf(edit: unknown, deps: DesignerDeps) {
  const { doc, ops, revision }: { doc?: unknown; ops?: unknown; revision?: unknown } = isObject(edit)
    ? edit
    : {};
  const isOp = (op: unknown) => isObject(op) && "op" in op && typeof op.op === "string";
  if (typeof doc !== "string" || !Array.isArray(ops) || !ops.every(isOp)) {
    throw new HttpError(400, "bad_body", "An edit names its document by doc, and has ops.");
  }
  const { path, root } = await findDocument(doc, deps);
  return {
    document: new OpenDocument(path, { root, kinds: deps.kinds }),
    ops: ops as readonly AnyOp[],
    expectedRevision: typeof revision === "string" ? revision : undefined,
  };
}
