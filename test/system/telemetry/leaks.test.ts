import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { script } from '../../features/agent/agent-service.ts';
import { type ToolEndpoint, startToolEndpoint } from '../../features/agent/tool-endpoint.ts';
import { processFile } from '../../features/file/processing.ts';
import { here, sendForm } from '../../features/asset/uploading.ts';
import { COHERE_KEY, type CohereDouble, type Fault, startCohereDouble } from '../../support/cohere-double.ts';
import { ADMIN_KEY } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';
import { TestSmtpServer } from '../../support/smtp-server.ts';
import { captureConsole } from '../../../src/app/console-capture.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { type Observed, startObserved } from '../../telemetry/observed-service.ts';

/** A word that no name of ours contains. Every text that a caller or a site writes here contains it. */
const WORD = 'xyzzyplugh';
const ADDRESS = `${WORD}@people.example`;
const SERVICE_ACCOUNT = `{"client_email": "${ADDRESS}", "private_key": "${WORD}-key"}`;
const PASSWORD = 'hunter-of-the-smtp-server';

let observed: Observed;
let cohere: CohereDouble;
let smtp: TestSmtpServer;
let endpoint: ToolEndpoint;
let site: TestSite;
/** Libraries print, too. */
let releaseConsole: () => void = () => {};
/** Keys, tokens and signatures that were given out or sent. */
const secrets: string[] = [ADMIN_KEY, COHERE_KEY, PASSWORD];

beforeAll(async () => {
  [cohere, smtp, endpoint] = await Promise.all([startCohereDouble(), TestSmtpServer.start(), startToolEndpoint()]);
  observed = await startObserved({
    COHERE_API_KEY: COHERE_KEY,
    COHERE_BASE_URL: cohere.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'forms@lectern.example',
    OUTBOUND_ALLOW_HOSTS: endpoint.host,
    GOOGLE_CLOUD_PROJECT: 'project-of-the-tests',
  });
  releaseConsole = captureConsole(createLogger('trace', { write: (line) => void observed.lines.push(line) }));
  site = await observed.service.site(`Site ${WORD}`);
  secrets.push(site.key);
});

beforeEach(() => {
  cohere.forgive();
  cohere.say(undefined);
});

afterAll(async () => {
  releaseConsole();
  await observed?.stop();
  await Promise.all([cohere?.close(), smtp?.stop(), endpoint?.close()]);
});

/** What of the word and the secrets is in the log, or in what was sent of spans and metrics. */
async function leaks(): Promise<string[]> {
  await observed.service.app.telemetry.flush();
  const sent = observed.receiver.bodies.map((body) => body.toString('latin1'));
  return [...observed.lines, ...sent].flatMap((told) =>
    [WORD, ...secrets].filter((text) => told.includes(text)).map((text) => `${text} in ${told.slice(0, 1_500)}`),
  );
}

/** Whether the log has a line about the failure. */
function isLogged(message: RegExp): boolean {
  return observed.logged().some((line) => message.test(String(line['message'])));
}

describe('nothing that a caller or a site has written, and no secret, is in the log, the traces or the metrics', () => {
  test('of content, its searches and its rejections', async () => {
    const { id } = await site.create('/knowledge/documents', { title: WORD, content: `About ${WORD}.`, tags: [WORD] });
    const item = { externalId: WORD, type: 'article', title: `Title ${WORD}`, body: `<p>${WORD}</p>` };
    await site.create('/content', item);
    await site.post('/content', item);
    await site.post('/content', { ...item, externalId: 'other', customFields: { [WORD]: WORD } });
    await site.indexed();
    await site.get(`/content?search=${WORD}&${WORD}=1`);
    await site.get(`/content?limit=${WORD}`);
    for (const useReranking of [false, true]) await site.post('/rag/search', { query: WORD, useReranking });
    await site.post('/rag/search', { query: WORD, searchType: WORD });
    await site.post('/knowledge/documents', { title: WORD.repeat(500), content: '' });
    await site.post('/knowledge/documents', `{"title": "${WORD}`);
    await site.put(`/knowledge/documents/${id}`, { content: `${WORD}\u0000` });
    expect(await leaks()).toEqual([]);
  });

  test('of models that fail and repeat what they were sent', async () => {
    const parrot: Fault = { kind: 'answer', change: () => ({ message: `cannot read ${WORD}`, [WORD]: WORD }) };
    const calls = [
      () => site.post('/rag/search', { query: WORD }),
      () => site.post('/rag/search', { query: WORD, searchType: 'expanded' }),
      () => site.post('/agent/chat', { message: WORD }),
    ];
    for (const fault of [parrot, { kind: 'status', status: 400 }, { kind: 'garbage' }] as const) {
      for (const call of calls) {
        cohere.forgive();
        cohere.fail(fault, fault);
        cohere.failChat(fault);
        await call();
      }
    }
    expect(await leaks()).toEqual([]);
  });

  test('of a conversation, its tools and its triggers', async () => {
    const tool = await site.create<{ signingSecret: string }>('/webhook-tools', {
      name: 'order_status',
      description: WORD,
      endpoint: endpoint.url(`/${WORD}?${WORD}=1`),
      method: 'POST',
      headers: { 'X-Tenant': WORD, Authorization: `Bearer ${WORD}` },
      inputSchema: { type: 'object', properties: { [WORD]: { type: 'string' } } },
      runsWithoutConfirmation: true,
    });
    secrets.push(tool.signingSecret, tool.signingSecret.replace('whsec_', ''));
    endpoint.reply({ status: 500, json: { error: WORD } });
    const calls = [{ name: 'order_status', arguments: { [WORD]: WORD } }];
    script(cohere, { talk: (_body, round) => (round === 1 ? { plan: WORD, calls } : { text: `Done, ${WORD}.` }) });
    await site.post('/agent/chat', { message: WORD, sessionId: `session-${WORD}`, context: { page: WORD } });
    expect(endpoint.received).toHaveLength(1);
    expect(await leaks()).toEqual([]);
  });

  test('of keys and tokens, right and wrong, and what an identity provider is reached with', async () => {
    const { secret } = await observed.service.key(site.id, { name: WORD });
    const token = await observed.service.token(site.id, { uid: WORD, email: ADDRESS });
    secrets.push(secret, token, 'wrong-admin-key', 'wrong-site-key');
    await observed.service.admin(
      'mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { id } }',
      { id: site.id, input: { identity: { projectId: 'a-project', serviceAccount: SERVICE_ACCOUNT } } },
    );
    for (const headers of [
      { 'x-svc-api-key': secret, authorization: `Bearer ${token}` },
      { 'x-svc-api-key': secret, authorization: `Bearer ${WORD}.${WORD}.${WORD}` },
      { 'x-svc-api-key': 'wrong-site-key' },
      { 'x-svc-admin-key': 'wrong-admin-key' },
    ]) {
      await site.call('GET', '/user/subscriptions', undefined, headers);
      await observed.service.graphql('{ viewer { user { uid email } } }', {}, headers);
    }
    expect(await leaks()).toEqual([]);
  });

  test('of GraphQL, whose errors quote what they could not read', async () => {
    const keyed = { 'x-svc-api-key': site.key };
    for (const [query, variables] of [
      [`query ${WORD} { ${WORD}: contents { total } }`],
      [`{ contents(filter: {search: "${WORD}`],
      [`{ contents(filter: {${WORD}: "${WORD}"}) { ${WORD} } }`],
      [`query ($page: PageInput!) { contents(page: $page) { total } }`, { page: { limit: WORD } }],
      [`{ ${WORD}: allSites { id } }`],
      [`mutation { ${WORD}: createContent(input: {type: "${WORD}", title: "${WORD}"}) { id } }`],
      [`subscription ${WORD} { ${WORD}: chatStream(input: {message: "${WORD}"}) { __typename } }`],
    ] as [string, object?][]) {
      await observed.service.graphql(query, variables ?? {}, keyed);
      await fetch(`${observed.service.url}/graphql/stream`, {
        method: 'POST',
        headers: { ...keyed, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ query, variables: variables ?? {} }),
      }).then((response) => response.text());
    }
    await fetch(`${observed.service.url}/graphql?query={${WORD}}&${WORD}=1`, { headers: keyed });
    expect(await leaks()).toEqual([]);
  });

  test('of forms and the people who get their mail', async () => {
    await observed.service.admin(
      'mutation ($id: ID!, $forms: FormSettingsInput!) { updateSite(id: $id, input: {forms: $forms}) { id } }',
      { id: site.id, forms: { enabled: true, recipients: [ADDRESS, 'owner@site.example'], subjectTemplate: WORD } },
    );
    const form = { formName: WORD, fields: { email: ADDRESS, message: WORD }, pageUrl: `https://site.example/${WORD}` };
    smtp.unknown.add(ADDRESS);
    await site.post('/forms/submit', form);
    expect(isLogged(/not accepted for every recipient/)).toBe(true);
    smtp.unknown.add('owner@site.example');
    await site.post('/forms/submit', form);
    expect(isLogged(/Failed to send email notification/)).toBe(true);
    expect(await leaks()).toEqual([]);
  });

  test('of files, their names, folders and signed addresses', async () => {
    const answer = await sendForm(site, `${WORD}.txt`, `${WORD} in a file`, { fields: { folder: WORD } });
    expect(answer.status).toBe(200);
    await fetch(here(site, answer.body.data.url)).then((response) => response.text());
    const processed = await processFile(site, answer.body.data.key, `${WORD}.txt`);
    expect(processed.status).toBe(200);
    await site.indexed();
    const { uploadUrl } = await site.create<{ uploadUrl: string }>('/assets/upload', {
      filename: `${WORD}.pdf`,
      contentType: 'application/pdf',
    });
    secrets.push(new URL(uploadUrl).search.slice(1));
    await fetch(here(site, uploadUrl), { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: WORD });
    expect(await leaks()).toEqual([]);
  });
});

describe('statements that PostgreSQL rejects', () => {
  test('are logged with code, table and constraint, without the row', async () => {
    const { database } = observed.service.app;
    const row = `values (gen_random_uuid(), '${site.id}', '${WORD}', $1)`;
    for (const sql of [
      `insert into content_item (id, site_id, type, title) ${row}`,
      `select $1::uuid`,
      `select $1::jsonb`,
      `select to_tsquery($1)`,
    ]) {
      const error: unknown = await database
        .forSite(site.id, 'background')
        .rows(sql, [`${WORD} & ( "${WORD}" ' `])
        .catch((failure: unknown) => failure);
      observed.service.app.server.log.error({ err: error }, 'a statement failed');
      observed.service.app.server.log.error(error);
      await database
        .forSite(site.id, 'background')
        .write((tx) => tx.rows(sql, [`${WORD} & ( "${WORD}" ' `]))
        .catch((failure: unknown) => observed.service.app.server.log.error({ err: failure }));
    }
    const told = observed.logged().filter(({ message }) => message === 'a statement failed');
    expect(told).toHaveLength(4);
    expect(told[0]).toMatchObject({ severity: 'ERROR', err: { code: '23502', table: 'content_item' } });
    expect(await leaks()).toEqual([]);
  });
});
