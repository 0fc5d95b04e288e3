import { DRAWING_DEFAULTS, drawUnblocked } from "@loom/bridge/drawing";
import { rispecOf } from "@loom/bridge/rispec";
import { enrich, validate } from "@loom/engine";
import { operationsText } from "../operations.ts";
import type { ResourceRow } from "../server/parts.ts";
import type { Session, SessionChange } from "../session/session.ts";
import { concerns } from "./documents.ts";

const isMachine = (session: Session): boolean => session.kind === "machine";
const changesMachine = (change: SessionChange, session: Session): boolean =>
  concerns(change, session, "machine");

/** What is made from the machine in the active document. */
export const MACHINE_RESOURCES: readonly ResourceRow[] = [
  {
    uri: "loom://findings",
    name: "findings",
    title: "Findings",
    description: "What the validator finds in the active machine.",
    mimeType: "application/json",
    isListed: isMachine,
    changesWith: changesMachine,
    read: async ({ session }) => {
      const { path, revision, machine } = await session.readMachine();
      const findings = validate(enrich(machine));
      const count = (severity: string): number => findings.filter((one) => one.severity === severity).length;
      const report = { path, revision, errors: count("error"), warnings: count("warning"), findings };
      return { content: JSON.stringify(report, null, 2) };
    },
  },
  {
    uri: "loom://diagram.svg",
    name: "diagram",
    title: "Diagram",
    description: "A drawing of the active machine.",
    mimeType: "image/svg+xml",
    isListed: isMachine,
    changesWith: changesMachine,
    read: async ({ session, signal }) => {
      const { row, definition } = await session.read();
      const style = { ...DRAWING_DEFAULTS, theme: "auto" as const };
      const { content } = await drawUnblocked({ format: "svg", row, definition, style }, signal);
      return { content };
    },
  },
  {
    uri: "loom://rispec.md",
    name: "rispec",
    title: "Specification",
    description: "The active machine in words, as a RISE specification.",
    mimeType: "text/markdown",
    isListed: isMachine,
    changesWith: changesMachine,
    read: async ({ session }) => {
      const { realPath, machine } = await session.readMachine();
      const { text } = await rispecOf(realPath, machine, { root: session.options.root });
      return { content: text };
    },
  },
  {
    uri: "loom://operations",
    name: "operations",
    title: "Operations",
    description: "What apply_patch takes: every operation with its fields.",
    mimeType: "text/markdown",
    isListed: isMachine,
    changesWith: () => false,
    read: () => ({ content: `${operationsText()}\n` }),
  },
];
