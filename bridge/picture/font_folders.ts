/** The parts of a host that say where its fonts are. */
export interface FontHost {
  readonly os: typeof Deno.build.os;
  /** Reads an environment variable; `undefined` when it is not set or may not be read. */
  readonly env: (name: string) => string | undefined;
}

/** Folders with fonts: fixed ones, and ones below the folder that a variable names. */
interface FontPlaces {
  readonly folders: readonly string[];
  readonly below: readonly { readonly variable: string; readonly path: string }[];
}

const UNIX: FontPlaces = {
  folders: ["/usr/share/fonts", "/usr/local/share/fonts"],
  below: [
    { variable: "XDG_DATA_HOME", path: "/fonts" },
    { variable: "HOME", path: "/.local/share/fonts" },
    { variable: "HOME", path: "/.fonts" },
  ],
};

/** The usual font folders, one row a system; systems that are not here are like Linux. */
const PLACES: Partial<Record<typeof Deno.build.os, FontPlaces>> = {
  darwin: {
    folders: ["/System/Library/Fonts", "/Library/Fonts"],
    below: [{ variable: "HOME", path: "/Library/Fonts" }],
  },
  windows: {
    folders: [],
    below: [
      { variable: "SystemRoot", path: "\\Fonts" },
      { variable: "LOCALAPPDATA", path: "\\Microsoft\\Windows\\Fonts" },
    ],
  },
};

/**
 * Names the folders where a system keeps its fonts; not all of them need to exist.
 */
export function fontFolders(host: FontHost = { os: Deno.build.os, env: permittedEnv }): string[] {
  const { folders, below } = PLACES[host.os] ?? UNIX;
  const named = below.flatMap(({ variable, path }) => {
    const folder = host.env(variable);
    return folder === undefined || folder === "" ? [] : [folder + path];
  });
  return [...new Set([...folders, ...named])];
}

/** Reads a variable only where that needs no question. */
function permittedEnv(variable: string): string | undefined {
  const { state } = Deno.permissions.querySync({ name: "env", variable });
  return state === "granted" ? Deno.env.get(variable) : undefined;
}
