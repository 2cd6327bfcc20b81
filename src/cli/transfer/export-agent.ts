import type { Scope } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import { KnowledgeDocumentEntity } from '../../features/knowledge/knowledge.entity.ts';
import { PersonaEntity } from '../../features/persona/persona.entity.ts';
import { toTrigger, triggers } from '../../features/trigger/trigger.rows.ts';
import { WebhookToolEntity } from '../../features/webhook-tool/webhook-tool.entity.ts';
import { maskHeaders } from '../../features/webhook-tool/webhook-tool.headers.ts';
import { batchesById } from '../../database/batches.ts';
import { findExternalIds } from './export-links.ts';
import { type LineVariant, idPlaces } from './lines.ts';

const ROW = ['siteId', 'createdAt', 'updatedAt', 'revision'] as const;
const SECRETS = ['signingSecret', 'formerSecret', 'formerSecretUntil'] as const;
const personas = table(PersonaEntity, 'p', { omit: ['id', ...ROW] }).select('where p.site_id = $1 order by p.id');
const tools = table(WebhookToolEntity, 'w', { omit: ['id', ...ROW, ...SECRETS] }).select(
  'where w.site_id = $1 order by w.id',
);
const documents = table(KnowledgeDocumentEntity, 'd', { omit: ROW });
/** Texts may have megabytes. */
const DOCUMENTS = documents.select('where d.site_id = $1 and d.id > $2 order by d.id limit 20');
const TRIGGERS = triggers.select('where t.site_id = $1 and t.id > $2 order by t.id limit 500');

type AgentLine = LineVariant<'persona'> | LineVariant<'document'> | LineVariant<'webhookTool'> | LineVariant<'trigger'>;

/** What the agent works with. Values of headers and signing secrets are left out. */
export async function* agentLines(scope: Scope): AsyncGenerator<AgentLine> {
  const { siteId } = scope;
  for (const persona of await scope.rows(personas, [siteId])) yield { kind: 'persona', ...persona };
  yield* documentLines(scope);
  for (const tool of await scope.rows(tools, [siteId])) {
    yield { kind: 'webhookTool', ...tool, headers: maskHeaders(tool.headers) };
  }
  yield* triggerLines(scope);
}

async function* documentLines(scope: Scope): AsyncGenerator<LineVariant<'document'>> {
  for await (const page of batchesById((after) => scope.rows(DOCUMENTS, [scope.siteId, after]))) {
    for (const { id: _id, requiredSubscriptions, ...document } of page) {
      const restriction = document.accessLevel === 'subscription' ? { requiredSubscriptions } : {};
      yield { kind: 'document', ...document, ...restriction };
    }
  }
}

/** Ids of content items as `{externalId}`; others may be of another system, and stay as they are. */
async function* triggerLines(scope: Scope): AsyncGenerator<LineVariant<'trigger'>> {
  for await (const page of batchesById((after) => scope.rows(TRIGGERS, [scope.siteId, after]))) {
    const found = page.map(toTrigger);
    const places = found.flatMap((trigger) => idPlaces(trigger));
    const ids = places.map(({ holder, name }) => String(holder[name]));
    const externalIds = await findExternalIds(scope, ids);
    for (const { holder, name } of places) {
      const externalId = externalIds.get(String(holder[name]).toLowerCase());
      if (externalId !== undefined) holder[name] = { externalId };
    }
    for (const { id: _id, createdAt: _1, updatedAt: _2, revision: _3, ...trigger } of found) {
      yield { kind: 'trigger', ...trigger };
    }
  }
}
