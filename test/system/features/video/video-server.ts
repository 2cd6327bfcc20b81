import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { basename, join } from 'node:path';
import { closeServer, listenLocally } from '../../../support/local-server.ts';

/** Serves the files of a folder to the service, as a video host would. */
export interface VideoServer {
  /** `host:port`, for OUTBOUND_ALLOW_HOSTS. */
  host: string;
  urlOf: (name: string) => string;
  /** Names that were asked for. */
  requests: string[];
  /** Of these names, the first half is sent and then nothing more. */
  stalled: Set<string>;
  stop: () => Promise<void>;
}

export async function startVideoServer(folder: string): Promise<VideoServer> {
  const requests: string[] = [];
  const stalled = new Set<string>();
  const server = createServer((request, response) => void serve(request, response, { folder, requests, stalled }));
  const host = `127.0.0.1:${await listenLocally(server)}`;
  return {
    host,
    urlOf: (name) => `http://${host}/${name}`,
    requests,
    stalled,
    stop: () => closeServer(server),
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { folder, requests, stalled }: { folder: string; requests: string[]; stalled: Set<string> },
): Promise<void> {
  const name = basename(new URL(request.url ?? '', 'http://host').pathname);
  requests.push(name);
  const path = join(folder, name);
  const size = await stat(path).then(
    (file) => file.size,
    () => null,
  );
  if (size === null) return void response.writeHead(404).end();
  const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const headers = { 'content-type': 'video/mp4', 'content-length': size - from, etag: `"${size}"` };
  response.writeHead(from > 0 ? 206 : 200, {
    ...headers,
    'accept-ranges': 'bytes',
    ...(from > 0 && { 'content-range': `bytes ${from}-${size - 1}/${size}` }),
  });
  const isStalled = stalled.has(name);
  createReadStream(path, { start: from, ...(isStalled && { end: Math.floor(size / 2) }) }).pipe(response, {
    end: !isStalled,
  });
}
