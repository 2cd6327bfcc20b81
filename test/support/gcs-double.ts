import { createHash, createSign, createVerify, randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { StorageOptions } from '@google-cloud/storage';
import { closeServer, listenLocally, portOf } from './local-server.ts';
import { rsaKeys } from './rsa-keys.ts';

interface StoredObject {
  content: Buffer;
  contentType: string;
  generation: number;
}

interface Session {
  name: string;
  contentType: string;
  received: Buffer;
}

/** `cut`: the connection breaks while content comes in; `lost`: it breaks when all of it is there. */
type Trouble = 'none' | 'silent' | 'broken' | 'cut' | 'lost';

const ACCOUNT = 'uploader@project.iam.gserviceaccount.com';

/**
 * The part of Google Cloud Storage that the service uses, over HTTP: objects, resumable uploads, rewriting, and signed PUTs
 * whose RSA signature, type, size and expiry are checked as Google documents it.
 */
export class GcsDouble {
  readonly objects = new Map<string, StoredObject>();
  /** How every call goes wrong. */
  trouble: Trouble = 'none';
  /** Signatures made by calls to the signing service, as on Cloud Run. */
  signed = 0;
  private readonly keys = rsaKeys('service account');
  private readonly sessions = new Map<string, Session>();
  private readonly silent = new Set<Socket>();
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch((error: unknown) => send(response, 500, { error: String(error) }));
  });
  private generations = Date.now();

  static async start(): Promise<GcsDouble> {
    const double = new GcsDouble();
    await listenLocally(double.server);
    return double;
  }

  async stop(): Promise<void> {
    await closeServer(this.server);
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.server)}`;
  }

  /** For the client: a service account whose key is at hand. */
  client(): StorageOptions {
    return {
      apiEndpoint: this.url,
      projectId: 'project',
      credentials: {
        client_email: ACCOUNT,
        private_key: this.keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      },
      retryOptions: { maxRetries: 1, totalTimeout: 2 },
    };
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.trouble === 'silent') return void this.silent.add(request.socket);
    if (this.trouble === 'broken') return send(response, 503, { error: { code: 503, message: 'Unavailable' } });
    const url = new URL(request.url ?? '', this.url);
    if (url.pathname.startsWith('/computeMetadata/')) return metadataServer(response, url.pathname);
    if (url.pathname.endsWith(':signBlob')) return this.signBlob(request, response);
    if (url.pathname.startsWith('/upload/storage/v1/b/')) return this.resumable(request, response, url);
    if (url.pathname.startsWith('/storage/v1/b/')) return this.json(request, response, url);
    return this.signedPut(request, response, url);
  }

  private async signBlob(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { payload } = JSON.parse((await buffer(request)).toString()) as { payload: string };
    const signer = createSign('RSA-SHA256').update(Buffer.from(payload, 'base64'));
    this.signed += 1;
    send(response, 200, { keyId: 'key', signedBlob: signer.sign(this.keys.privateKey, 'base64') });
  }

  private async json(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const [, , , , , , encoded = '', verb, , , , target = ''] = url.pathname.split('/');
    const name = decodeURIComponent(encoded);
    if (name === '') return this.list(response, url.searchParams);
    if (verb === 'rewriteTo') return this.rewrite(response, url, name, decodeURIComponent(target));
    if (verb === 'compose') return this.compose(request, response, name);
    const found = this.objects.get(name);
    if (!found) return notFound(response);
    if (request.method === 'DELETE') {
      this.objects.delete(name);
      return send(response, 204);
    }
    if (url.searchParams.get('alt') === 'media') return sendContent(response, found, request.headers.range);
    return send(response, 200, this.metadata(name));
  }

  private list(response: ServerResponse, query: URLSearchParams): void {
    const names = [...this.objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? ''));
    const items = names.slice(0, Number(query.get('maxResults'))).map((name) => this.metadata(name));
    send(response, 200, { items });
  }

  private rewrite(response: ServerResponse, url: URL, from: string, to: string): void {
    const source = this.objects.get(from);
    const generation = url.searchParams.get('sourceGeneration');
    if (!source || (generation !== null && Number(generation) !== source.generation)) return notFound(response);
    this.put(to, source.content, source.contentType);
    return send(response, 200, { done: true, resource: this.metadata(to) });
  }

  /** At most 32 sources, as Google documents it. */
  private async compose(request: IncomingMessage, response: ServerResponse, name: string): Promise<void> {
    const { sourceObjects, destination } = JSON.parse((await buffer(request)).toString()) as {
      sourceObjects: { name: string }[];
      destination: { contentType?: string };
    };
    const sources = sourceObjects.map((source) => this.objects.get(source.name));
    if (sources.length > 32) return send(response, 400, { error: { code: 400, message: 'Too many components' } });
    if (sources.includes(undefined)) return notFound(response);
    const content = Buffer.concat(sources.map((source) => source?.content ?? Buffer.alloc(0)));
    this.put(name, content, destination.contentType ?? '');
    send(response, 200, this.metadata(name));
  }

  private async resumable(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const id = url.searchParams.get('upload_id');
    if (this.trouble === 'cut' && id !== null) return void request.once('data', () => request.socket.destroy());
    const body = await buffer(request);
    if (this.trouble === 'lost' && id !== null) return void request.socket.destroy();
    if (id === null) {
      const { contentType = 'application/octet-stream' } = JSON.parse(body.toString() || '{}') as Record<
        string,
        string
      >;
      const session = randomUUID();
      const name = url.searchParams.get('name') ?? '';
      this.sessions.set(session, { name, contentType, received: Buffer.alloc(0) });
      return send(
        response,
        200,
        {},
        { location: `${this.url}${url.pathname}?uploadType=resumable&upload_id=${session}` },
      );
    }
    const session = this.sessions.get(id);
    if (!session) return notFound(response);
    session.received = Buffer.concat([session.received, body]);
    const total = /\/(\d+)$/.exec(request.headers['content-range'] ?? '')?.[1];
    const { length } = session.received;
    if (total !== undefined && length >= Number(total)) {
      this.put(session.name, session.received, session.contentType);
      return send(response, 200, this.metadata(session.name));
    }
    return send(response, 308, undefined, length > 0 ? { range: `bytes=0-${length - 1}` } : {});
  }

  /** What Google checks of a V4 signed URL. */
  private async signedPut(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const body = await buffer(request);
    const refusal = this.callerErrorOf(request, url, body.length);
    if (refusal) return send(response, ...refusal);
    const name = decodeURIComponent(url.pathname).split('/').slice(2).join('/');
    this.put(name, body, request.headers['content-type'] ?? '');
    return send(response, 200);
  }

  private callerErrorOf(request: IncomingMessage, url: URL, length: number): [number, object] | null {
    const query = url.searchParams;
    const signature = query.get('X-Goog-Signature') ?? '';
    query.delete('X-Goog-Signature');
    const verify = createVerify('RSA-SHA256').update(textToSign(request, url));
    if (!verify.verify(this.keys.publicKey, signature, 'hex')) return [403, { code: 'SignatureDoesNotMatch' }];
    const made = (query.get('X-Goog-Date') ?? '').replace(
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
      '$1-$2-$3T$4:$5:$6Z',
    );
    if (Date.parse(made) + Number(query.get('X-Goog-Expires')) * 1000 < Date.now())
      return [400, { code: 'ExpiredToken' }];
    const [least = 0, most = 0] = String(request.headers['x-goog-content-length-range'] ?? '0,0')
      .split(',')
      .map(Number);
    if (length > most) return [400, { code: 'EntityTooLarge' }];
    return length < least ? [400, { code: 'EntityTooSmall' }] : null;
  }

  private put(name: string, content: Buffer, contentType: string): void {
    this.generations += 1;
    this.objects.set(name, { content, contentType, generation: this.generations });
  }

  private metadata(name: string): object {
    const found = this.objects.get(name);
    if (!found) throw new Error(`${name} is not there`);
    const { content, contentType, generation } = found;
    return { name, bucket: 'bucket', size: String(content.length), contentType, generation: String(generation) };
  }
}

/** The canonical request and what is signed of it; without the port, which the client leaves out as well. */
function textToSign(request: IncomingMessage, { pathname, searchParams }: URL): string {
  const names = (searchParams.get('X-Goog-SignedHeaders') ?? '').split(';');
  const headers = names.map(
    (name) => `${name}:${name === 'host' ? '127.0.0.1' : String(request.headers[name] ?? '')}\n`,
  );
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&');
  const canonical = [request.method, pathname, query, headers.join(''), names.join(';'), 'UNSIGNED-PAYLOAD'].join('\n');
  const scope = (searchParams.get('X-Goog-Credential') ?? '').split('/').slice(1).join('/');
  const digest = createHash('sha256').update(canonical).digest('hex');
  return ['GOOG4-RSA-SHA256', searchParams.get('X-Goog-Date'), scope, digest].join('\n');
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sendContent(
  response: ServerResponse,
  { content, contentType, generation }: StoredObject,
  range?: string,
): void {
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const end = last === '' ? content.length - 1 : Math.min(Number(last), content.length - 1);
  const part = range === undefined ? content : content.subarray(Number(first), end + 1);
  response.writeHead(range === undefined ? 200 : 206, {
    'content-type': contentType,
    'content-length': part.length,
    'x-goog-generation': generation,
    ...(range === undefined ? {} : { 'content-range': `bytes ${first}-${end}/${content.length}` }),
  });
  response.end(part);
}

/** What the metadata server tells a machine of Google Cloud. */
function metadataServer(response: ServerResponse, path: string): void {
  const answers: Record<string, string> = {
    email: ACCOUNT,
    token: JSON.stringify({ access_token: 'token', expires_in: 3_600, token_type: 'Bearer' }),
    'project-id': 'project',
  };
  response.writeHead(200, { 'metadata-flavor': 'Google', 'content-type': 'text/plain' });
  response.end(answers[path.split('/').at(-1) ?? ''] ?? '');
}

function notFound(response: ServerResponse): void {
  send(response, 404, { error: { code: 404, message: 'Not Found', errors: [{ reason: 'notFound' }] } });
}

function send(response: ServerResponse, status: number, body?: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
