/**
 * The designer's server: pages that show documents while people and agents work on them.
 *
 * @module
 */
export { type MountedBridge, NARRATIVE_PATH } from "./route.ts";
export {
  DESIGNER_PORT,
  type DesignerOptions,
  type DesignerServer,
  type DesignerService,
  designerService,
  DesignerStartError,
  serveDesigner,
} from "./serve_designer.ts";
