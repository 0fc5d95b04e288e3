/**
 * Reading and writing definitions: JSON, XML, JSON Schema.
 *
 * @module
 */
export * from "./convert_text.ts";
export * from "./file.ts";
export * from "./json.ts";
export * from "./machine_text.ts";
export * from "./smdf_error.ts";
export * from "./xml.ts";
export * from "./xml_text.ts";
export { type ParseXmlOptions, type XmlErrorCode, XmlSyntaxError } from "./xml_tree.ts";
export * from "../schema.ts";
