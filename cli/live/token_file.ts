import { LoomError } from "@loom/protocol";

/** A file of a token that cannot be taken. */
export class TokenFileError extends LoomError {
  declare readonly code: "token_unreadable" | "token_not_private" | "token_empty";
  /** The file. */
  readonly path: string;

  /** Makes the error from its sentence. */
  constructor(code: TokenFileError["code"], message: string, path: string, options?: ErrorOptions) {
    super(code, message, options);
    this.name = "TokenFileError";
    this.path = path;
  }
}

/** A token is short; what is longer is another file. */
const MOST_BYTES = 4096;
/** The bits of a file's mode that let the group and all others do something. */
const OTHERS = 0o077;

/**
 * Reads a token from a file that nobody else may read.
 *
 * @returns The text without the space around it.
 * @throws {TokenFileError} When the file cannot be read, when others may read it, when there is no token in it.
 */
export async function readTokenFile(path: string): Promise<string> {
  const { text, mode } = await contentOf(path);
  if (mode !== null && (mode & OTHERS) !== 0) {
    throw new TokenFileError(
      "token_not_private",
      `"${path}" may be read by others, and it holds a token: run "chmod 600 ${path}".`,
      path,
    );
  }
  const token = text.trim();
  if (token !== "" && !/\s/.test(token) && token.length < MOST_BYTES) return token;
  throw new TokenFileError(
    "token_empty",
    `"${path}" must hold a token, which is one word, and nothing else.`,
    path,
  );
}

async function contentOf(path: string): Promise<{ text: string; mode: number | null }> {
  try {
    using file = await Deno.open(path);
    // Asked of the open file: the path may lead elsewhere a moment later.
    const { isFile, mode } = await file.stat();
    if (!isFile) throw new Error("it is no file");
    const bytes = new Uint8Array(MOST_BYTES);
    const length = await file.read(bytes) ?? 0;
    // Windows has no such bits.
    return {
      text: new TextDecoder().decode(bytes.subarray(0, length)),
      mode: Deno.build.os === "windows" ? null : mode,
    };
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound ? "there is none" : reasonOf(cause);
    throw new TokenFileError(
      "token_unreadable",
      `The file of the token, "${path}", cannot be read: ${reason}.`,
      path,
      { cause },
    );
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.split(" (os error")[0]?.toLowerCase() ?? "" : String(cause);
}
