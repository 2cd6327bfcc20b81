import { newId } from '../../../src/shared/ids.ts';
import type { TestService } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';

/** A film of the knowledge base as its processing leaves it: a passage for every minute. Not in the vector index. */
export async function addFilm(
  service: TestService,
  site: TestSite,
  title: string,
  minutes: readonly string[],
  accessLevel = 'public',
): Promise<string> {
  const id = newId();
  await service.app.database.forSite(site.id).write(async (tx) => {
    await tx.rows(
      `insert into knowledge_source (id, site_id, kind, title, file_name, content_type, access_level,
         required_subscriptions, text_access_level, text_required_subscriptions, status, chunks, revision, generation,
         created_at)
       values ($1, $2, 'video', $3, $4, 'video', $5, '{}', $5, '{}', 'completed', $6, 1, 1, now())`,
      [id, site.id, title, `${title}.mp4`, accessLevel, minutes.length],
    );
    for (const [position, text] of minutes.entries()) {
      await tx.rows(
        `insert into chunk (id, site_id, source_id, generation, position, section, text, start_time, end_time, embedder,
           digest, embedding)
         values ($1, $2, $3, 1, $4, '{}', $5, $6, $7, 'none', '', '')`,
        [newId(), site.id, id, position, text, position * 60, position * 60 + 60],
      );
    }
  });
  return id;
}
