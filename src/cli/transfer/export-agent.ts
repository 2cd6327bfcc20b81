import type { Scope } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import { ContentItemEntity } from '../../features/content/content.entity.ts';
import { KnowledgeDocumentEntity } from '../../features/knowledge/knowledge.entity.ts';
import { PersonaEntity } from '../../features/persona/persona.entity.ts';
import { toTrigger, triggers } from '../../features/trigger/trigger.rows.ts';
import { WebhookToolEntity } from '../../features/webhook-tool/webhook-tool.entity.ts';
import { hiddenHeaders } from '../../features/webhook-tool/webhook-tool.headers.ts';
import { NO_ID, isId } from '../../shared/ids.ts';
import { type LineOf, type Place, idPlaces } from './lines.ts';

const ROW = ['siteId', 'createdAt', 'updatedAt', 'revision'] as const;
const SECRETS = ['signingSecret', 'formerSecret', 'formerSecretUntil'] as const;
/** Texts may have megabytes. */
const DOCUMENT_PAGE = 20;

const personas = table(PersonaEntity, 'p', { omit: ['id', ...ROW] }).select('where p.site_id = $1 order by p.id');
const tools = table(WebhookToolEntity, 'w', { omit: ['id', ...ROW, ...SECRETS] }).select(
  'where w.site_id = $1 order by w.id',
);
const documents = table(KnowledgeDocumentEntity, 'd', { omit: ROW });
const DOCUMENTS = documents.select(`where d.site_id = $1 and d.id > $2 order by d.id limit ${String(DOCUMENT_PAGE)}`);
const TRIGGERS = triggers.select('where t.site_id = $1 and t.id > $2 order by t.id limit 500');
const externalIds = table(ContentItemEntity, 'c', { only: ['id', 'externalId'] });
const EXTERNAL_IDS = externalIds.select('where c.site_id = $1 and c.id = any($2::uuid[])');

type AgentLine = LineOf<'persona'> | LineOf<'document'> | LineOf<'webhookTool'> | LineOf<'trigger'>;

/** What the agent works with. Values of headers and signing secrets are left out. */
export async function* agentLines(scope: Scope): AsyncGenerator<AgentLine> {
  const { siteId } = scope;
  for (const persona of await scope.rows(personas, [siteId])) yield { kind: 'persona', ...persona };
  yield* documentLines(scope);
  for (const tool of await scope.rows(tools, [siteId])) {
    yield { kind: 'webhookTool', ...tool, headers: hiddenHeaders(tool.headers) };
  }
  yield* triggerLines(scope);
}

async function* documentLines(scope: Scope): AsyncGenerator<LineOf<'document'>> {
  for (let after = NO_ID; ;) {
    const rows = await scope.rows(DOCUMENTS, [scope.siteId, after]);
    for (const { id, requiredSubscriptions, ...document } of rows) {
      after = id;
      const restriction = document.accessLevel === 'subscription' ? { requiredSubscriptions } : {};
      yield { kind: 'document', ...document, ...restriction };
    }
    if (rows.length < DOCUMENT_PAGE) return;
  }
}

/** Ids of content items as `{externalId}`; others may be of another system, and stay as they are. */
async function* triggerLines(scope: Scope): AsyncGenerator<LineOf<'trigger'>> {
  for (let after = NO_ID; ;) {
    const rows = (await scope.rows(TRIGGERS, [scope.siteId, after])).map(toTrigger);
    const places = rows.flatMap((trigger) => idPlaces(trigger));
    const known = await externalIdsOf(scope, places);
    for (const { holder, name } of places) {
      const externalId = known.get(String(holder[name]).toLowerCase());
      if (externalId !== undefined) holder[name] = { externalId };
    }
    for (const { id: _id, createdAt: _1, updatedAt: _2, revision: _3, ...trigger } of rows) {
      yield { kind: 'trigger', ...trigger };
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function externalIdsOf(scope: Scope, places: readonly Place[]): Promise<Map<string, string>> {
  const ids = places.map(({ holder, name }) => String(holder[name])).filter(isId);
  const rows = ids.length === 0 ? [] : await scope.rows(EXTERNAL_IDS, [scope.siteId, [...new Set(ids)]]);
  return new Map(rows.map(({ id, externalId }) => [id, externalId]));
}
