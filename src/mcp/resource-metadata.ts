import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const MCP_PATH = '/mcp';

/** Where RFC 9728 has the metadata of a resource with this path. */
const METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`;

/**
 * `GET /.well-known/oauth-protected-resource/mcp`: what a client may know of `/mcp` without a key. It names no
 * authorization server, because API keys are the only tokens that `/mcp` accepts and none is issued by OAuth.
 * @param publicUrl instead of the host of the request, which callers choose
 */
export function registerResourceMetadata(server: FastifyInstance, publicUrl: string): void {
  const metadata = {
    resource: new URL(MCP_PATH, publicUrl).href,
    resource_name: 'Lectern',
    bearer_methods_supported: ['header'],
    scopes_supported: ['read', 'write', 'preview'],
  };
  server.get(METADATA_PATH, { config: { access: 'nothing' } }, async (_request, reply) =>
    reply.headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' }).send(metadata),
  );
}

/** Every 401 names the metadata; one for a token that was sent says that the token is invalid (RFC 6750). */
export function addChallenge(publicUrl: string, { headers }: FastifyRequest, reply: FastifyReply): void {
  if (reply.statusCode !== 401) return;
  const error = headers.authorization === undefined ? '' : 'error="invalid_token", ';
  const url = new URL(METADATA_PATH, publicUrl).href;
  reply.header('www-authenticate', `Bearer ${error}resource_metadata="${url}"`);
}
