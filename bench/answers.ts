import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Judged, judge, questionsIn, table } from './eval/answers.ts';
import { createSite, forAll } from './eval/client.ts';
import { pagesOf } from './eval/pages.ts';
import { startOwnService } from './eval/service.ts';

const QUESTIONS = new URL('../test/data/answers/questions.md', import.meta.url);
const POLL_MS = 500;

interface Chat {
  message: string;
  citations?: { sources: { title: string }[] }[];
}

/**
 * `npm run eval:answers [-- --verbose] [-- --save <file>]`: what chats without a model answer to the questions of
 * test/data/answers/questions.md, judged by the expectations that stand there. On a service of its own, through the API.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { verbose: { type: 'boolean' }, save: { type: 'string' } } });
  const questions = questionsIn(await readFile(QUESTIONS, 'utf8'));
  const pages = await pagesOf(questions);
  const service = await startOwnService();
  try {
    const { client } = await createSite(service.url, service.adminKey);
    await forAll(pages, async ({ title, content }) => {
      await client.call('POST', '/api/sdk/knowledge/documents', { title, content });
    });
    for (;;) {
      const { data } = await client.call<{ data: { status: string }[] }>('GET', '/api/sdk/rag/documents');
      if (data.every(({ status }) => status === 'completed')) break;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const judged: Judged[] = [];
    const evidence: object[] = [];
    for (const question of questions) {
      const { data } = await client.call<{ data: Chat }>('POST', '/api/sdk/agent/chat', { message: question.text });
      const cited = (data.citations ?? []).flatMap(({ sources }) => sources.map(({ title }) => title));
      judged.push(judge(question, data.message, cited));
      if (values.save) {
        const body = { query: question.text, maxResults: 12 };
        const found = await client.call<{ data: object }>('POST', '/api/sdk/rag/search', body);
        evidence.push({ question: question.text, ...found.data });
      }
    }
    if (values.save) await writeFile(values.save, JSON.stringify(evidence));
    process.stdout.write(`${table(judged, values.verbose ?? false)}\n`);
  } finally {
    await service.remove();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
