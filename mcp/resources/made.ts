import { DRAWING_DEFAULTS, drawUnblocked } from "@loom/bridge/drawing";
import { rispecOf } from "@loom/bridge/rispec";
import { aKind, type AnyKind, documentFindings, type KindContent, MACHINE_KIND } from "@loom/protocol";
import { operationsText } from "../operations.ts";
import type { ResourceRow } from "../server/parts.ts";
import type { Session } from "../session/session.ts";
import { ToolError } from "../tool.ts";

const isMachine = (session: Session): boolean => session.kind === MACHINE_KIND.kind;
const hasContent = ({ row }: Session): boolean => row.content !== undefined;

/** The resources that are made from the active document. */
export const MADE_RESOURCES: readonly ResourceRow[] = [
  {
    uri: "loom://findings",
    name: "findings",
    title: "Findings",
    description: "What the validator finds in the active machine.",
    mimeType: "application/json",
    isListed: hasContent,
    read: async ({ session }) => {
      const document = await session.read();
      const { path, revision, row } = document;
      const findings = documentFindings(contentOf(path, row), document);
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
    isListed: hasContent,
    read: async ({ session, signal }) => {
      const { path, row, definition } = await session.read();
      contentOf(path, row);
      const style = { ...DRAWING_DEFAULTS, theme: "auto" as const };
      const { content } = await drawUnblocked({ format: "svg", row, definition, style }, signal);
      return { content };
    },
  },
  {
    uri: "loom://rispec.md",
    name: "rispec",
    title: "Specification",
    description: "The active document in words, as a RISE specification.",
    mimeType: "text/markdown",
    isListed: hasContent,
    read: async ({ session }) => {
      const { text } = await rispecOf(await session.read(), { root: session.options.root });
      return { content: text };
    },
  },
  {
    uri: "loom://operations",
    name: "operations",
    title: "Operations",
    description: "What apply_patch takes: every operation with its fields.",
    mimeType: "text/markdown",
    kind: MACHINE_KIND.kind,
    isListed: isMachine,
    changesWith: () => false,
    read: () => ({ content: `${operationsText()}\n` }),
  },
];

function contentOf(path: string, row: AnyKind): KindContent {
  if (row.content !== undefined) return row.content;
  throw new ToolError(
    "wrong_kind",
    `The active document "${path}" is ${
      aKind(row)
    }, of which there is no more than its definition: read loom://definition.`,
  );
}
