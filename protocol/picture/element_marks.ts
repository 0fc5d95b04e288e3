import type { Finding } from "../finding.ts";
import type { JsonObject } from "../json/value.ts";
import { memberAt } from "../json/pointer.ts";
import type { DocumentElement, KindContent, PictureStyle } from "../kind.ts";
import { elementKey, type ElementMark, type OverlayMark, type PictureOverlay } from "./overlay.ts";

/** The elements of a document that overlays can mark: those with names, and the lines of its picture. */
export function markedElements(
  { elements, pictures }: Pick<KindContent, "elements" | "pictures">,
  document: JsonObject,
  style: Pick<PictureStyle, "links">,
): DocumentElement[] {
  return [...elements(document), ...pictures.lines?.(document, style) ?? []];
}

/** The marks of the findings of a validator: those of errors go before those of warnings. */
export function findingsOverlay(
  elements: readonly DocumentElement[],
  findings: readonly Pick<Finding, "severity" | "message" | "path">[],
): PictureOverlay {
  const sorted = findings.toSorted((a, b) => a.severity === b.severity ? 0 : a.severity === "error" ? -1 : 1);
  return {
    elements: sorted.map(({ severity, message, path }) => markAt(elements, path, severity, message)),
  };
}

/** A mark of the innermost element around a place, and of those around that. */
function markAt(
  elements: readonly DocumentElement[],
  pointer: string,
  mark: OverlayMark,
  words?: string,
): ElementMark {
  const around = elements.filter(({ path }) => pointer === path || pointer.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length);
  return {
    mark,
    keys: around.map(elementKey),
    places: around.map(({ path }) => pointer.slice(path.length)),
    ...(words === undefined ? {} : { words }),
  };
}

/** A version of a document, with its elements. */
export interface ElementsOf {
  /** The document. */
  readonly document: JsonObject;
  /** Its elements. */
  readonly elements: readonly DocumentElement[];
  /** The lines of its picture. They have marks of their own inside an element that came or went, too. Default: none. */
  readonly lines?: readonly DocumentElement[] | undefined;
}

/**
 * The marks on two versions of a document: of what was removed on the older, added on the newer, and changed on both. Elements
 * that say the same are the same, also where their places or numbers differ; of the others those are that have the same name.
 */
export function versionOverlays(
  before: ElementsOf,
  after: ElementsOf,
): { readonly before: PictureOverlay; readonly after: PictureOverlay } {
  const [old, now] = [describedIn(before), describedIn(after)];
  takePairs(old, now, ({ text }) => text);
  const changed = takePairs(old, now, ({ element }) => elementKey(element));
  const isChanged = new Set(changed);
  const marks = (
    { elements, lines = [] }: ElementsOf,
    left: ReadonlySet<Described>,
    alone: OverlayMark,
  ) => {
    const all = [...elements, ...lines];
    const whole = new Set([...left].map(({ element }) => element.path));
    const isInside = (path: string) => [...whole].some((outer) => path.startsWith(`${outer}/`));
    const parts = [
      ...[...left].filter(({ element }) => lines.includes(element) || !isInside(element.path)).map((one) =>
        [one, alone] as const
      ),
      ...[...isChanged].map((one) => [one, "changed"] as const),
    ];
    return {
      elements: parts.filter(([{ element }]) => all.includes(element)).map(([{ element }, mark]) =>
        markAt(all, element.path, mark)
      ),
    };
  };
  return { before: marks(before, old, "removed"), after: marks(after, now, "added") };
}

/** An element with what it says of itself, without the elements inside of it. */
interface Described {
  readonly element: DocumentElement;
  readonly text: string;
}

function describedIn({ document, elements, lines = [] }: ElementsOf): Set<Described> {
  const all = [...elements, ...lines];
  const paths = new Set(all.map(({ path }) => path));
  return new Set(all.map((element) => {
    const value = memberAt(document, element.path);
    // Links of other documents have no value here: all that they say is their line of text.
    const text = value === undefined ? element.text : ownText(value, element.path, paths);
    return { element, text: `${element.type} ${text}` };
  }));
}

/** Takes pairs that have something in common out of two sets, in order; gives what it took. */
function takePairs(
  old: Set<Described>,
  now: Set<Described>,
  sign: (one: Described) => string,
): Described[] {
  const waiting = Map.groupBy(old, sign);
  return [...now].flatMap((one) => {
    const other = waiting.get(sign(one))?.shift();
    if (!other) return [];
    old.delete(other);
    now.delete(one);
    return [other, one];
  });
}

function ownText(value: unknown, path: string, elements: ReadonlySet<string>): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const parts = Object.entries(value).flatMap(([name, inner]) => {
    const at = `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return elements.has(at) ? [] : [`${JSON.stringify(name)}:${ownText(inner, at, elements)}`];
  });
  // The place of an item says nothing where items left the list.
  return Array.isArray(value)
    ? `[${parts.map((part) => part.slice(part.indexOf(":") + 1)).join()}]`
    : `{${parts.sort().join()}}`;
}
