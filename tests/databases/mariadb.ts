import { ownedFolder, programOf, run, startServer } from "./server.ts";

const SERVER = programOf(["mariadbd"]);
const INSTALL = programOf(["mariadb-install-db"]);
const CLIENT = programOf(["mariadb"]);

/** True where MariaDB is installed. */
export const HAS_MARIADB: boolean = [SERVER, INSTALL, CLIENT].every((path) => path !== undefined);

/** A MariaDB of a test, on a socket in its own folder. */
export interface Mariadb extends AsyncDisposable {
  /** Runs a script in an empty database, and returns the statements that make its tables. */
  load(script: string): Promise<string>;
}

/** Starts a MariaDB. */
export async function startMariadb(): Promise<Mariadb> {
  if (SERVER === undefined || INSTALL === undefined || CLIENT === undefined) {
    throw new Error("MariaDB is not installed.");
  }
  const folder = await ownedFolder("mdb");
  const data = `${folder}/data`;
  await run(INSTALL, [
    "--no-defaults",
    "--auth-root-authentication-method=normal",
    `--datadir=${data}`,
    "--skip-test-db",
    "--skip-log-bin",
  ]);
  const socket = `${folder}/s`;
  const server = await startServer(
    SERVER,
    [
      "--no-defaults",
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--pid-file=${folder}/pid`,
      "--skip-networking",
      "--character-set-server=utf8mb4",
      "--innodb-flush-log-at-trx-commit=0",
    ],
    folder,
    "ready for connections",
    "SIGTERM",
  );
  const at = [
    "--no-defaults",
    "-S",
    socket,
    "-u",
    "root",
    "--default-character-set=utf8mb4",
    "-r",
    "-N",
    "-B",
  ];
  return {
    async load(script) {
      await run(CLIENT, at, `DROP DATABASE IF EXISTS t; CREATE DATABASE t; USE t;\n${script}`);
      const listed = await run(CLIENT, [...at, "-D", "t"], "SHOW TABLES;");
      const names = listed.split("\n").filter((name) => name !== "");
      const texts = await Promise.all(
        names.map((name) =>
          run(CLIENT, [...at, "-D", "t"], `SHOW CREATE TABLE \`${name.replaceAll("`", "``")}\`;`)
        ),
      );
      return texts.map((text) => text.slice(text.indexOf("CREATE TABLE")).trimEnd()).join(";\n") + ";\n";
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
