/**
 * The inputs of a release as a statement of in-toto with SLSA's provenance. It is not signed: a build server that signs
 * takes it as it is.
 *
 * @module
 */

/** A file of a release. */
export interface Subject {
  readonly name: string;
  readonly sha256: string;
}

/** The inputs of a build. */
export interface Inputs {
  readonly version: string;
  /** The time of the commit: the same sources give the same statement. */
  readonly time: string;
  readonly commit: string;
  readonly repository: string;
  /** The version of Deno that built it. */
  readonly deno: string;
  /** SHA-256 of `deno.lock`, which has the hashes of all packages. */
  readonly lock: string;
  /** SHA-256 of the base runtime, where one was given by hand. */
  readonly base?: string | undefined;
}

/** Makes the statement. */
export function provenance(subjects: readonly Subject[], inputs: Inputs): object {
  const { version, time, commit, repository, deno, lock, base } = inputs;
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: subjects.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        buildType: "urn:loom:release:v1",
        externalParameters: { command: "deno task release --build", version },
        resolvedDependencies: [
          { uri: `git+${repository}`, digest: { gitCommit: commit } },
          { name: "deno.lock", digest: { sha256: lock } },
          { uri: `pkg:npm/deno@${deno}` },
          ...(base === undefined ? [] : [{ name: "denort", digest: { sha256: base } }]),
        ],
      },
      runDetails: { builder: { id: "urn:loom:scripts/release.ts" }, metadata: { startedOn: time } },
    },
  };
}
