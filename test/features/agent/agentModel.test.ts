import { expect, test } from 'vitest';
import { useOwnService, useService } from '../../support/use-service.ts';
import { agentModel } from './agent-service.ts';

const service = useService();
const withoutAgent = useOwnService({ AGENT: 'off' });

test('without a configured model, answers are quoted, and no tools are called', async () => {
  const name = 'extractive-1';
  const quotes = { name, fastName: name, writes: false, tools: false, contextTokens: null, isOwn: false };
  expect(await agentModel(await service.site())).toEqual(quotes);
});

test('an agent that is switched off has no model', async () => {
  expect(await agentModel(await withoutAgent.site())).toBeNull();
});
