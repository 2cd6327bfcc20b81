import type { CompiledOperation } from '../rest/operation.ts';
import type { SchemaObject } from '../rest/openapi/schema-object.ts';
import type { Violation } from '../shared/errors.ts';

/** Arguments of the `@mcp` directive, which describes them, with defaults. */
export interface McpSettings {
  title: string;
  readOnly: boolean;
  destructive: boolean;
  isTool: boolean;
  resource: string | null;
}

/** An operation document that clients of the Model Context Protocol can call, compiled. */
export interface McpTool extends McpSettings, Omit<CompiledOperation, 'description'> {
  description: string;
  /** JSON Schema (draft 2020-12) of the arguments. */
  inputSchema: SchemaObject;
  /** Variables for GraphQL; adds errors to `violations`. */
  readArguments(values: Readonly<Record<string, unknown>>, violations: Violation[]): Record<string, unknown>;
}
