import { basename } from "@std/path";

/** The name of a machine after its file: `my-door.smdf.json` is `MyDoor`. */
export function machineNameFrom(path: string): string {
  const [stem = ""] = basename(path).split(".", 1);
  const words = stem.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^\p{L}/u.test(name) ? name : `Machine${name}`;
}
