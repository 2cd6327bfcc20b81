import type { RestAnswer } from '../../support/site.ts';
import type { TestSite } from '../../support/site.ts';
import type { GraphQLAnswer } from '../../support/service.ts';

export interface Grant {
  uploadUrl: string;
  cdnUrl: string;
  key: string;
  expiresIn: number;
  headers: Record<string, string>;
}

type Bytes = Uint8Array<ArrayBuffer> | Buffer | string;

/** Asks for a grant, which must be given. */
export async function grant(site: TestSite, filename: string, contentType: string, more: object = {}): Promise<Grant> {
  const { uploadUrl, ...rest } = await site.create<Grant>('/assets/upload', { filename, contentType, ...more });
  return { ...rest, uploadUrl: here(site, uploadUrl) };
}

/** The service names itself by its configuration, which in tests knows no port. */
export function here(site: TestSite, url: string): string {
  const { pathname, search } = new URL(url);
  return site.service.url + pathname + search;
}

export async function put(url: string, contentType: string, content: Bytes): Promise<RestAnswer> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: content as Uint8Array<ArrayBuffer>,
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as RestAnswer['body'] };
}

/** The multipart form. */
export async function sendForm(
  site: TestSite,
  name: string,
  content: Bytes,
  { type = '', fields = {}, field = 'file' }: { type?: string; fields?: Record<string, string>; field?: string } = {},
): Promise<RestAnswer<{ key: string; url: string }>> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append(field, new Blob([content], { type }), name);
  const response = await fetch(`${site.service.url}/api/sdk/assets/upload`, {
    method: 'POST',
    headers: { 'x-svc-api-key': site.key },
    body: form,
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as RestAnswer<{ key: string; url: string }>['body'],
  };
}

/** Uploads by the form; answers the key. */
export async function upload(
  site: TestSite,
  name: string,
  content: Bytes,
  fields: Record<string, string> = {},
): Promise<string> {
  const { status, body } = await sendForm(site, name, content, { fields });
  if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
  return body.data.key;
}

/** The GraphQL multipart request. */
export async function uploadAsset(
  site: TestSite,
  name: string,
  content: Bytes,
  target: { folder?: string } = {},
  headers: Record<string, string> = { 'apollo-require-preflight': 'true' },
): Promise<{ status: number; answer: GraphQLAnswer<{ uploadAsset: { id: string; key: string; status: string } }> }> {
  const query = `mutation ($file: Upload!, $target: UploadTarget) {
    uploadAsset(file: $file, target: $target) { id key status }
  }`;
  const form = new FormData();
  form.append('operations', JSON.stringify({ query, variables: { file: null, target } }));
  form.append('map', JSON.stringify({ 0: ['variables.file'] }));
  form.append('0', new Blob([content]), name);
  const response = await fetch(`${site.service.url}/graphql`, {
    method: 'POST',
    headers: { 'x-svc-api-key': site.key, ...headers },
    body: form,
  });
  return { status: response.status, answer: (await response.json()) as never };
}

export function cdn(site: TestSite, key: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${site.service.url}/cdn/${key}`, init);
}

/** A field of the asset, as GraphQL answers it. */
export async function fieldOf(site: TestSite, key: string, field: string): Promise<unknown> {
  const { data } = await site.graphql<{ asset: Record<string, unknown> | null }>(
    `query ($id: ID!) { asset(id: $id) { ${field} } }`,
    { id: key },
  );
  return data?.asset?.[field];
}
