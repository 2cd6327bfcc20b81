import { expect, test } from 'vitest';
import { statementsOf } from '../../support/statements.ts';
import { addVideo } from '../../support/stored-video.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { useAgent } from '../agent/agent-service.ts';

const service = useService();
const site = useSite(service);
const agent = useAgent();
const agentSite = useSite(agent.service);

const MINUTES = ['Look at the rim.', 'Loosen a spoke.', 'Ride away.'];
const videoStatements = (statements: readonly string[]) => statements.filter((text) => /\bvideo\b/.test(text));

test('the URLs of any number of videos take one statement', async () => {
  for (const title of ['One', 'Two', 'Three']) await addVideo(service, site, { title, minutes: MINUTES });
  const search = () => site.post<{ results: { metadata: object }[] }>('/rag/search', { query: 'loosen a spoke' });
  const { answer, statements } = await statementsOf(search);
  const { results } = answer.body.data;
  expect(results.length).toBeGreaterThan(3);
  expect(results.every(({ metadata }) => 'url' in metadata)).toBe(true);
  expect(videoStatements(statements)).toHaveLength(1);
});

test('what is said around the current second takes one statement, and the URLs of what is cited another', async () => {
  const { url } = await addVideo(agent.service, agentSite, { title: 'Truing', minutes: MINUTES });
  const context = { video: { videoId: url, currentTimestamp: 90 } };
  const ask = () => agentSite.post('/agent/chat', { message: 'zzz', context });
  const { statements } = await statementsOf(ask);
  expect(videoStatements(statements)).toHaveLength(2);
});
