import {
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  UriTemplate,
} from '@modelcontextprotocol/server';
import { errorBody } from '../rest/http/error-response.ts';
import { ServiceError } from '../shared/errors.ts';
import { type McpCaller, mayCall, runTool } from './call-tool.ts';
import type { McpTool } from './mcp-tool.ts';

const JSON_TYPE = 'application/json';

/** The resources of the tools that have one, by URI template. */
export class McpResources {
  private readonly tools: readonly McpTool[];
  private readonly readers: readonly { tool: McpTool; uri: string; template: UriTemplate }[];

  constructor(tools: readonly McpTool[]) {
    this.tools = tools;
    this.readers = tools.flatMap((tool) =>
      tool.resource === null ? [] : [{ tool, uri: tool.resource, template: new UriTemplate(tool.resource) }],
    );
  }

  /** The content types; items are found by tools. */
  async list(caller: McpCaller): Promise<Resource[]> {
    const types = this.tools.find(({ name }) => name === 'type_list');
    if (!types || !mayCall(caller, types)) return [];
    const listed = JSON.parse(await runTool(caller, types, {})) as { types: { slug: string; name: string }[] };
    return listed.types.map(({ slug, name }) => ({
      uri: `lectern://types/${slug}`,
      name: slug,
      title: name,
      mimeType: JSON_TYPE,
    }));
  }

  templates(caller: McpCaller): ListResourceTemplatesResult['resourceTemplates'] {
    return this.readers
      .filter(({ tool }) => mayCall(caller, tool))
      .map(({ tool: { name, title, description }, uri }) => ({
        name,
        title,
        description,
        uriTemplate: uri,
        mimeType: JSON_TYPE,
      }));
  }

  /** @throws ProtocolError with the message that REST would send */
  async read(caller: McpCaller, uri: string): Promise<ReadResourceResult> {
    for (const { tool, template } of this.readers) {
      const variables = template.match(uri);
      if (variables)
        return { contents: [{ uri, mimeType: JSON_TYPE, text: await read(caller, tool, variables, uri) }] };
    }
    throw new ResourceNotFoundError(uri);
  }
}

async function read(
  caller: McpCaller,
  tool: McpTool,
  variables: Readonly<Record<string, unknown>>,
  uri: string,
): Promise<string> {
  try {
    return await runTool(caller, tool, variables);
  } catch (error) {
    const { error: message } = errorBody(caller.request, error);
    const code = error instanceof ServiceError ? error.code : 'INTERNAL';
    if (code === 'NOT_FOUND') throw new ResourceNotFoundError(uri, String(message));
    const isOurs = code === 'INTERNAL' || code === 'UNAVAILABLE';
    throw new ProtocolError(
      isOurs ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidRequest,
      String(message),
    );
  }
}
