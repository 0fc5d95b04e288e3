/**
 * The parts of others in a release, as a software bill of materials (CycloneDX 1.6).
 *
 * @module
 */
import { type Lock, lockForProgram, type ModuleInfo } from "../program_lock.ts";

/** The release that a bill of materials is of. */
export interface Release {
  readonly version: string;
  /** The time of its commit, as in `2026-01-31T12:00:00Z`. */
  readonly time: string;
}

const ROOT_REF = "loom";

/**
 * Makes a bill of materials.
 *
 * @param lock The lock file, which has the hashes.
 * @param info What the programs import.
 * @param licenseOf Reads a package's licence in its folder.
 */
export function billOfMaterials(
  { version, time }: Release,
  lock: Lock,
  info: ModuleInfo,
  licenseOf: (folder: string) => string | undefined,
): object {
  const carried = Object.keys(lockForProgram(lock, info).npm);
  const ref = (id: string) => {
    const { name = id, version = "" } = info.npmPackages[id] ?? {};
    return `pkg:npm/${name.replace("@", "%40")}@${version}`;
  };
  const unique = new Map(carried.map((id) => [ref(id), id]));
  const direct = new Set(
    info.modules.flatMap(({ npmPackage }) => npmPackage === undefined ? [] : [ref(npmPackage)]),
  );
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: time,
      component: {
        type: "application",
        "bom-ref": ROOT_REF,
        name: "loom",
        version,
        licenses: [{ license: { id: "MIT" } }],
      },
    },
    components: Array.from(unique, ([purl, id]) => ({
      type: "library",
      "bom-ref": purl,
      name: info.npmPackages[id]?.name,
      version: info.npmPackages[id]?.version,
      purl,
      hashes: hashesOf(lock.npm[id]),
      ...licensesOf(licenseOf(info.npmPackages[id]?.localPath ?? "")),
    })),
    dependencies: [
      { ref: ROOT_REF, dependsOn: [...direct].sort() },
      ...Array.from(unique, ([purl, id]) => ({
        ref: purl,
        dependsOn: [...new Set(info.npmPackages[id]?.dependencies.map(ref))].sort(),
      })),
    ],
  };
}

function hashesOf({ integrity = "" }: Lock["npm"][string] = {}) {
  const [, base64] = /^sha512-(.+)$/.exec(integrity) ?? [];
  return base64 === undefined ? [] : [{ alg: "SHA-512", content: Uint8Array.fromBase64(base64).toHex() }];
}

function licensesOf(license: string | undefined) {
  if (license === undefined) return {};
  if (/^[\w.+-]+$/.test(license)) return { licenses: [{ license: { id: license } }] };
  return {
    licenses: [
      /^\(?[\w.+-]+ (?:OR|AND|WITH) /.test(license)
        ? { expression: license }
        : { license: { name: license } },
    ],
  };
}
