import type { CallToolResult } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from '../api/request-context.ts';
import { errorBody } from '../rest/http/error-response.ts';
import { executeOperation } from '../rest/http/run-operation.ts';
import { assertNoViolations, type Violation } from '../shared/errors.ts';
import type { McpTool } from './mcp-tool.ts';

/** Who calls: the request, and what its key may do. */
export interface McpCaller {
  request: FastifyRequest;
  context: RequestContext;
}

/** Tells whether the key has every scope that the tool needs. */
export function mayCall({ context }: McpCaller, { scopes }: McpTool): boolean {
  return scopes.every((scope) => scope !== 'admin' && context.hasScope(scope));
}

/** The answer as JSON, or the error that REST would send, which the model can read and act on. */
export async function callTool(
  caller: McpCaller,
  tool: McpTool,
  values: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: await runTool(caller, tool, values) }] };
  } catch (error) {
    return { content: [{ type: 'text', text: JSON.stringify(errorBody(caller.request, error)) }], isError: true };
  }
}

/** @throws the first error */
export async function runTool(
  { request, context }: McpCaller,
  tool: McpTool,
  values: Readonly<Record<string, unknown>>,
): Promise<string> {
  for (const scope of tool.scopes) context.requireScope(scope);
  const violations: Violation[] = [];
  const variables = tool.readArguments(values, violations);
  assertNoViolations(violations);
  return executeOperation(tool, variables, context, request.log);
}
