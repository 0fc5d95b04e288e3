import type { ReadFile, StateMachineDefinition, TextDocument } from "@loom/protocol";
import { parseXmlTree, type XmlElement } from "../../parse/xml_tree.ts";
import { readScxml } from "./read_scxml.ts";

/** Reads SCXML, with the scripts and the data that `src` names. */
export async function readScxmlWithFiles(
  text: string,
  name: string | undefined,
  file: ReadFile | undefined,
): Promise<TextDocument<StateMachineDefinition>> {
  if (file === undefined) return readScxml(text, name);
  const files = new Map<string, string | undefined>();
  for (const path of sourcesIn(parseXmlTree(text))) files.set(path, await file(path));
  return readScxml(text, name, { file: (path) => files.get(path) });
}

/** The files of scripts and data, also of machines inside. */
function* sourcesIn(element: XmlElement): Generator<string> {
  for (const child of element.children) {
    const source = child.name === "script" || child.name === "data" ? child.attributes.get("src") : undefined;
    if (source !== undefined) yield source.replace(/^file:/, "");
    yield* sourcesIn(child);
  }
}
