/** The comment of a format: what opens it and what closes it. */
type Comment = readonly [open: string, close: string];

const MARKUP: Comment = ["<!-- ", " -->"];
/** Comments by the endings of files; files of other endings are left as they are and noted beside. */
const COMMENTS: Readonly<Record<string, Comment>> = {
  svg: MARKUP,
  md: MARKUP,
  markdown: MARKUP,
  mmd: ["%% ", ""],
  mermaid: ["%% ", ""],
  ts: ["// ", ""],
  dbml: ["// ", ""],
  sql: ["-- ", ""],
  py: ["# ", ""],
};

const WORDS = "Made by the loom. Checksum: ";
const ANY_SEAL = new RegExp(`${WORDS}[0-9a-f]{16}`);
const SEAL = new RegExp(`(?:<!-- |%% |// |-- |# )${WORDS}([0-9a-f]{16})(?: -->)?\\n?$`);

/**
 * The state of a file that something made from a document would replace: `absent` (or blank), `current` (the same
 * content), `ours` (made by the loom and not edited since), `edited` (made by the loom and edited since), `foreign`.
 */
export type Standing = "absent" | "current" | "ours" | "edited" | "foreign";

/** Facts about a file for {@linkcode standingOf}. */
export interface StandingFacts {
  /** The bytes of the file; `undefined` when there is none. */
  readonly existing: Uint8Array | undefined;
  /** The content that would replace them, without a seal. */
  readonly content: string | Uint8Array;
  /** The checksum of the file as the loom wrote it, where one was noted. */
  readonly noted: string | undefined;
  /** True for a text that shows in another way that the loom made it. */
  readonly isOurs: (text: string) => boolean;
}

/** Decides what a file is to the loom. Line ends do not count: version control may change them. */
export async function standingOf({ existing, content, noted, isOurs }: StandingFacts): Promise<Standing> {
  if (existing === undefined) return "absent";
  const text = unixText(existing);
  if (text.trim() === "") return "absent";
  const { body, checksum } = unsealed(text);
  if (await isSame(existing, body, content)) return "current";
  if (checksum !== undefined) return checksum === await checksumOf(body) ? "ours" : "edited";
  if (ANY_SEAL.test(text)) return "edited";
  if (noted !== undefined) return noted === await checksumOf(existing) ? "ours" : "edited";
  return isOurs(text) ? "ours" : "foreign";
}

/** A text with the line that tells later whether it was edited; as it is where its format has no comments. */
export async function sealed<Content extends string | Uint8Array>(
  content: Content,
  path: string,
): Promise<Content | string> {
  const comment = commentOf(path);
  if (typeof content !== "string" || comment === undefined) return content;
  const body = content === "" || content.endsWith("\n") ? content : `${content}\n`;
  const [open, close] = comment;
  return `${body}${open}${WORDS}${await checksumOf(body)}${close}\n`;
}

/** True when the format of a path has comments, so that its files can carry a seal. */
export function hasSeal(path: string): boolean {
  return commentOf(path) !== undefined;
}

/** The first 16 hexadecimal digits of the SHA-256, of a text with Unix line ends. */
export async function checksumOf(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === "string"
    ? new TextEncoder().encode(content.replaceAll("\r\n", "\n"))
    : new Uint8Array(content);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex().slice(0, 16);
}

function commentOf(path: string): Comment | undefined {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(COMMENTS, ending) ? COMMENTS[ending] : undefined;
}

function unsealed(text: string): { body: string; checksum: string | undefined } {
  const seal = SEAL.exec(text);
  return seal === null
    ? { body: text, checksum: undefined }
    : { body: text.slice(0, seal.index), checksum: seal[1] };
}

async function isSame(existing: Uint8Array, body: string, content: string | Uint8Array): Promise<boolean> {
  if (typeof content !== "string") return await checksumOf(existing) === await checksumOf(content);
  return ended(body) === ended(content.replaceAll("\r\n", "\n"));
}

function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

function unixText(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).replaceAll("\r\n", "\n");
}
