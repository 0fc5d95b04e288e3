/**
 * The parts of the protocol's SDK in use. Its package names its declarations in a way that only imports without an ending find, and
 * code only imports with one; without the lines below, everything here would be `any`.
 *
 * @module
 */
// @ts-types="@modelcontextprotocol/sdk/server/index"
export { Server } from "@modelcontextprotocol/sdk/server/index.js";
// @ts-types="@modelcontextprotocol/sdk/server/stdio"
export { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
// @ts-types="@modelcontextprotocol/sdk/server/webStandardStreamableHttp"
export { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
// @ts-types="@modelcontextprotocol/sdk/types"
export {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ElicitResultSchema,
  ErrorCode,
  GetPromptRequestSchema,
  isInitializeRequest,
  LATEST_PROTOCOL_VERSION,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  LoggingLevelSchema,
  McpError,
  ReadResourceRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
  UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
export type { EventStore } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp";
export type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol";
export type { Transport } from "@modelcontextprotocol/sdk/shared/transport";
export type {
  CallToolResult,
  JSONRPCMessage,
  LoggingLevel,
  ReadResourceResult,
  ServerNotification,
  ServerRequest,
  ServerResult,
  Tool as ToolDescription,
  ToolAnnotations,
} from "@modelcontextprotocol/sdk/types";
