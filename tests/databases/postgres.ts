import { ownedFolder, programOf, run, startServer } from "./server.ts";

/** Folders of Debian's packages, the newest version first. */
const FOLDERS = (() => {
  try {
    return Array.from(
      Deno.readDirSync("/usr/lib/postgresql"),
      ({ name }) => `/usr/lib/postgresql/${name}/bin`,
    )
      .sort().reverse();
  } catch {
    return [];
  }
})();

const [INITDB, POSTGRES, PSQL, DUMP] = ["initdb", "postgres", "psql", "pg_dump"].map((name) =>
  programOf([name], FOLDERS)
);

/** True where PostgreSQL is installed. */
export const HAS_POSTGRES: boolean = [INITDB, POSTGRES, PSQL, DUMP].every((path) => path !== undefined);

/** A PostgreSQL of a test, on a socket in its own folder. */
export interface Postgres extends AsyncDisposable {
  /** Runs a script in an empty database, and returns the dump of the schema. */
  load(script: string): Promise<string>;
}

/** Starts a PostgreSQL. */
export async function startPostgres(): Promise<Postgres> {
  if (INITDB === undefined || POSTGRES === undefined || PSQL === undefined || DUMP === undefined) {
    throw new Error("PostgreSQL is not installed.");
  }
  const folder = await ownedFolder("pg");
  const data = `${folder}/data`;
  await run(INITDB, [
    "-D",
    data,
    "-A",
    "trust",
    "-U",
    "loom",
    "--no-sync",
    "-E",
    "UTF8",
    "--locale",
    "C.UTF-8",
  ]);
  const server = await startServer(
    POSTGRES,
    ["-D", data, "-k", folder, "-h", "", "-F"],
    folder,
    "ready to accept connections",
    "SIGINT",
  );
  const at = ["-h", folder, "-U", "loom", "-d", "postgres"];
  return {
    async load(script) {
      const reset = "SET client_min_messages = warning; DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n";
      await run(PSQL, [...at, "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", "-"], reset + script);
      return await run(DUMP, [...at, "--schema-only"]);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
