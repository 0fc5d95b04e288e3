/**
 * The rispec of a document on disk, with what the files beside it tell.
 *
 * @module
 */
export {
  type DescribedDocument,
  type DocumentRispec,
  type DocumentRispecOptions,
  rispecOf,
} from "./rispec_of.ts";
export {
  type FoundDecomposition,
  readDecomposition,
  type ReadDecompositionOptions,
} from "./read_decomposition.ts";
