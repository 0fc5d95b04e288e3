/**
 * Systems on disk: which one a document belongs to.
 *
 * @module
 */
export { type FoundSystem, systemListing, type SystemListingOptions } from "./system_listing.ts";
