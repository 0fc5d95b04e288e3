export {
  DocumentReadError,
  type DocumentSource,
  type DocumentWatching,
  type ResolvedDocument,
} from "@loom/protocol";
