import { type RequestHeaders, type SiteApi, readData } from './api.ts';
import type { Outcome } from './import-content.ts';
import { LineError, type LineVariant, idPlaces } from './lines.ts';
import { idsOfItems } from './site-ids.ts';

export type AgentLine = LineVariant<'persona' | 'document' | 'webhookTool' | 'trigger' | 'processedFile' | 'video'>;

interface AgentImport {
  api: SiteApi;
  /** Triggers of intents and documents have no key of their own. */
  once: RequestHeaders;
  print(line: string): void;
}

const PATHS = {
  persona: '/personas',
  document: '/knowledge/documents',
  webhookTool: '/webhook-tools',
  trigger: '/triggers',
  processedFile: '/knowledge/process',
  video: '/knowledge/video',
} as const;

/** Creates what the line describes; personas, webhook tools and keyword triggers that exist are kept. */
export async function importForAgent(line: AgentLine, { api, once, print }: AgentImport): Promise<Outcome> {
  const { kind, ...given } = line;
  const values = structuredClone(given);
  if (line.kind === 'trigger') await giveIds(api, values);
  if (line.kind === 'processedFile') Object.assign(values, { fileKey: urlKey(line.url) });
  const headers = line.kind === 'webhookTool' ? Object.keys(line.headers ?? {}) : [];
  const input = headers.length === 0 ? values : { ...values, headers: emptyHeaders(headers) };
  const answer = await api.call('POST', PATHS[kind], input, once);
  if (answer.status === 409 && answer.body.error?.endsWith('already exists') === true) return 'existing';
  readData(answer);
  if (line.kind === 'webhookTool') print(missingSecrets(line.name, headers));
  return 'created';
}

/** Keys begin with the id of their site. */
function urlKey(url: string): string {
  const key = /\/([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/.+)$/i.exec(decodeURI(url))?.[1];
  if (key === undefined) throw new LineError('url must be the URL of an uploaded file');
  return key;
}

function emptyHeaders(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, '']));
}

function missingSecrets(name: string, headers: readonly string[]): string {
  const values = headers.length === 0 ? '' : ` Set the values of its headers ${headers.join(', ')}.`;
  return `Webhook tool ${name}: rotate its signing secret to get the new one.${values}`;
}

/** The ids of the site's own items in place of `{externalId}`. */
async function giveIds(api: SiteApi, trigger: Record<string, unknown>): Promise<void> {
  const places = idPlaces(trigger).flatMap(({ holder, name }) => {
    const externalId = (holder[name] as { externalId?: unknown } | null)?.externalId;
    return typeof externalId === 'string' ? [{ holder, name, externalId }] : [];
  });
  if (places.length === 0) return;
  const ids = await idsOfItems(api, [...new Set(places.map(({ externalId }) => externalId))]);
  for (const { holder, name, externalId } of places) holder[name] = ids.get(externalId);
}
