/** The parts of an exported drawing's file name. */
export interface ExportNameParts {
  /** The document's path. */
  doc?: string;
  /** The machine's name. */
  machine?: string;
  /** The extension, without its dot: `png`, `svg`, `mmd`, `md`. */
  format: string;
  /** The time of the export. */
  at: Date;
}

const FALLBACK_NAME = "statemachine";
const MAX_NAME_LENGTH = 60;

/**
 * The file name of an exported drawing: `[<episode>--]<name>--<stamp>.<format>`, safe on every file system.
 *
 * @example
 * ```ts
 * import { diagramFileName } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const at = new Date(2026, 0, 2, 3, 4, 5);
 * assertEquals(
 *   diagramFileName({ doc: "/work/ep07/kettle.smdf.json", machine: "Tea Maker", format: "svg", at }),
 *   "ep07--Tea-Maker--260102030405.svg",
 * );
 * ```
 */
export function diagramFileName(parts: ExportNameParts): string {
  const episode = episodeOf(parts.doc ?? "");
  const name = slug(parts.machine ?? "") || slug(baseName(parts.doc ?? "")) || FALLBACK_NAME;
  return `${episode === null ? "" : `${episode}--`}${name}--${timeStamp(parts.at)}.${parts.format}`;
}

/** The local time as `yyMMddHHmmss`. */
export function timeStamp(at: Date): string {
  const parts = [
    at.getFullYear() % 100,
    at.getMonth() + 1,
    at.getDate(),
    at.getHours(),
    at.getMinutes(),
    at.getSeconds(),
  ];
  return parts.map((part) => String(part).padStart(2, "0")).join("");
}

/**
 * The episode that a folder of the path names (`ep07`, `episode-0123`), as `ep` and its digits.
 *
 * @returns `null` when no folder does.
 *
 * @example
 * ```ts
 * import { episodeOf } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(episodeOf("/x/EPISODE-0123-draft/a.smdf.json"), "ep0123");
 * assertEquals(episodeOf("/x/step12/a.smdf.json"), null);
 * ```
 */
export function episodeOf(path: string): string | null {
  const digits = /(?:^|[/\\-])ep(?:isode)?-?(\d{2,4})(?=[/\\-]|$)/i.exec(path)?.[1];
  return digits === undefined ? null : `ep${digits}`;
}

function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return name.replace(/(?:\.smdf)?\.json$/i, "");
}

function slug(text: string): string {
  return text.trim()
    .replace(/[\s_]+/g, "-")
    .replace(/[^A-Za-z0-9.-]/g, "")
    .replace(/-{2,}/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, MAX_NAME_LENGTH);
}

/**
 * The name of a machine after its file.
 *
 * @example
 * ```ts
 * import { machineNameFrom } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(machineNameFrom("/home/my-door.smdf.json"), "MyDoor");
 * ```
 */
export function machineNameFrom(path: string): string {
  const [stem = ""] = path.replace(/^.*[/\\]/s, "").split(".", 1);
  const words = stem.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\p{L}/u.test(name) ? name : `Machine${name}`;
}
