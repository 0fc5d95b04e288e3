/**
 * Systems on disk: reading one with its members, and finding the one that a document belongs to.
 *
 * @module
 */
export {
  checkLoadedSystem,
  documentsOf,
  type FileMember,
  fileOf,
  type LoadedSystem,
  loadSystem,
  type LoadSystemOptions,
  memberAt,
  memberRevision,
  systemOf,
} from "./load_system.ts";
export { type InvokedMachinesOptions, type LoadedMachines, loadInvokedMachines } from "./invoked_machines.ts";
export { mapLinks } from "./map_links.ts";
export { type FoundSystem, systemListing, type SystemListingOptions } from "./system_listing.ts";
