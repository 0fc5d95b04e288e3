/**
 * The loom's tools for agents, as a server of the Model Context Protocol over standard streams or HTTP.
 *
 * @module
 */
export { type MountedMcp, mountMcp, type MountMcpOptions } from "./http/mount_mcp.ts";
export { HTTP_VARIABLES } from "./http/settings.ts";
export { type McpOutside, runLoomMcp } from "./run_loom_mcp.ts";
export { type Skill, type SkillFile, SKILLS } from "./skills/catalog.ts";
export { TOOLSETS, VARIABLES } from "./settings.ts";
export type { Toolset } from "./tool.ts";
export { VERSION } from "./version.ts";
