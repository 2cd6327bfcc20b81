import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, shootViews, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

beforeAll(async () => {
  await site.create('/knowledge/documents', { title: 'Opening hours', content: 'The shop is open from nine to five.' });
  await site.indexed();
  const message = { response: { message: 'By train.' } };
  await site.create('/triggers', { type: 'keyword', trigger: { value: 'arrive' }, ...message });
  await site.create('/triggers', { type: 'keyword', trigger: { value: 'arrive + train' }, ...message });
  await site.create('/webhook-tools', {
    name: 'stock',
    description: 'Tells what is in stock.',
    inputSchema: { type: 'object', properties: { part: { type: 'string', minLength: 1 } }, required: ['part'] },
    endpoint: 'https://shop.example.com/stock',
    method: 'POST',
    headers: { Authorization: 'Bearer very-secret' },
  });
});

interface Trigger {
  id: string;
  actions: object[];
}

const intents = async () => (await site.get<{ triggers: Trigger[] }>('/triggers?type=intent')).body.data.triggers;

const open = async (path: string, options: Parameters<typeof dashboard.open>[2] = {}) =>
  (await dashboard.open(site, path, options)).page;

describe('the agent', () => {
  test.each(SCHEMES)('has no violations in %s, in any part', async (scheme) => {
    const page = await open('/agent', { scheme });
    for (const name of ['Playground', 'Triggers', 'Webhook tools', 'Personas']) {
      await page.getByRole('tab', { name }).click();
      await page.locator('[role=tabpanel] :is(form, table, button)').first().waitFor();
      expect(await axeViolations(page), name).toEqual([]);
    }
  });

  test('answers by keyboard, opens the cited passage, and shows the trace', async () => {
    const page = await open('/agent');
    await page.getByRole('alert').getByText('answers are quoted from the sources').waitFor();
    await page.getByText('No model takes pictures').waitFor();
    await page.getByLabel('Message').focus();
    await page.keyboard.type('When is the shop open?');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '[1] Opening hours' }).click();
    await page.getByRole('dialog').getByText('The shop is open from nine to five.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show the trace' }).click();
    await page.getByRole('heading', { name: 'What was retrieved' }).waitFor();
    await page.getByRole('cell', { name: 'Opening hours' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('the test bench says why, the report which trigger never fires, and one is made, changed and deleted', async () => {
    const page = await open('/agent/triggers');
    await page.getByText('Another one always comes first: arrive').waitFor();
    await page.getByLabel('Messages').fill('How do I arrive?');
    await page.getByRole('button', { name: 'Try' }).click();
    await page.getByText('found: arrive').waitFor();
    await page.getByText('missing: train').waitFor();
    await page.getByRole('link', { name: 'New trigger' }).click();
    await page.getByRole('heading', { name: 'New trigger', level: 1 }).waitFor();
    await page.getByRole('radio', { name: /^An intent/ }).check();
    await page.getByRole('textbox', { name: 'Name of the intent' }).fill('book a repair');
    await page.getByRole('textbox', { name: 'Examples of messages' }).fill('My bike is broken\nCan you mend it?');
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Bring it on Monday.');
    await page.getByRole('button', { name: 'Add an action' }).click();
    await page.getByRole('textbox', { name: 'URL' }).fill('https://example.org/repair');
    await page.getByRole('button', { name: 'Add an action' }).click();
    const second = page.getByRole('group', { name: 'Action 2' });
    await second.getByLabel('What it does').first().click();
    await page.getByRole('option', { name: 'Raises an event' }).click();
    await second.getByRole('textbox', { name: 'Name of the event' }).fill('repair');
    await second.getByRole('textbox', { name: 'Data of the event (JSON)' }).fill('{');
    await second.getByText('This is not valid JSON.').waitFor();
    expect(await page.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    await second.getByRole('textbox', { name: 'Data of the event (JSON)' }).fill('{ "from": "chat" }');
    await second.getByRole('textbox', { name: 'Label of a button' }).fill('Book it');
    await page.getByRole('button', { name: 'Add an action' }).click();
    await page.getByRole('button', { name: 'Remove: Action 3' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'trigger');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'book a repair' }).waitFor();
    const [made] = await intents();
    const product = { type: 'add_to_cart', payload: { productId: 42, color: 'red', quantity: 1 } };
    await site.put(`/triggers/${made?.id}`, { actions: [...(made?.actions ?? []), product] });
    await page.getByRole('link', { name: 'book a repair' }).click();
    await page.getByRole('heading', { name: 'Edit book a repair' }).waitFor();
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2');
    await page.getByRole('switch', { name: 'Enabled' }).click({ force: true });
    await page.getByRole('spinbutton', { name: 'Priority', exact: true }).fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'book a repair' }).waitFor();
    expect(await intents()).toMatchObject([
      {
        enabled: true,
        trigger: { value: 'book a repair', confidence: 0.7, examples: ['My bike is broken', 'Can you mend it?'] },
        response: { message: 'Bring it on Monday.' },
        actions: [
          { type: 'open_url', payload: { url: 'https://example.org/repair' } },
          { type: 'trigger_event', payload: { eventName: 'repair', eventData: { from: 'chat' } }, label: 'Book it' },
          { type: 'add_to_cart', payload: { productId: 42, color: 'red', quantity: 2 } },
        ],
        options: { skipAgent: false, actionsOnly: false, priority: 7 },
      },
    ]);
    await page.getByRole('link', { name: 'book a repair' }).click();
    await page.getByRole('heading', { name: 'Edit book a repair' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The trigger is deleted').waitFor();
    expect(await intents()).toEqual([]);
  });

  test('a dry run shows the request without secrets, and a tool is made, changed and deleted', async () => {
    const page = await open('/agent/tools', { language: 'de' });
    await page.getByRole('button', { name: 'Probelauf' }).click();
    await page.getByLabel('Eingabe').fill('{"part": "chain"}');
    await page.getByRole('button', { name: 'Anfrage zeigen' }).click();
    await page.getByText('authorization: ***').waitFor();
    expect(await page.content()).not.toContain('very-secret');
    await page.getByLabel('Eingabe').fill('{"part": ""}');
    await page.getByRole('button', { name: 'Anfrage zeigen' }).click();
    await page.getByText('input.part must NOT have fewer than 1 characters').waitFor();
    await page.getByRole('link', { name: 'stock' }).click();
    await page.getByRole('heading', { name: 'stock', level: 1 }).waitFor();
    const headers = page.getByRole('textbox', { name: 'Kopfzeilen' });
    expect(await headers.inputValue()).toMatch(/^authorization: \*\*\*$/i);
    await headers.fill(`${await headers.inputValue()}\nX-Shop`);
    await page.getByText('Jede Zeile braucht einen Namen, einen Doppelpunkt und einen Wert.').waitFor();
    await headers.fill('Authorization: ***\nX-Shop: north');
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'tool');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('link', { name: 'Neues Webhook-Werkzeug' }).click();
    await page.getByRole('heading', { name: 'Neues Webhook-Werkzeug', level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Bezeichnung' }).fill('order');
    await page.getByRole('textbox', { name: 'Wann es zu benutzen ist' }).fill('Orders a part.');
    await page.getByRole('textbox', { name: 'Adresse' }).fill('https://shop.example.com/order');
    await page.getByRole('button', { name: 'Anlegen' }).click();
    const secret = page.getByRole('dialog', { name: 'Das Geheimnis, das die Aufrufe signiert' });
    await secret.getByText(/^whsec_/).waitFor();
    await secret.getByRole('button', { name: 'Fertig' }).click();
    await page.getByRole('link', { name: 'order' }).waitFor();
    const { body } = await site.get<Record<string, unknown>[]>('/webhook-tools');
    expect(body.data).toMatchObject([
      { name: 'order', method: 'POST', enabled: false, endpoint: 'https://shop.example.com/order' },
      { name: 'stock', headers: { Authorization: '***', 'X-Shop': '***' } },
    ]);
    await page.getByRole('link', { name: 'order' }).click();
    await page.getByRole('heading', { name: 'order', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Löschen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
    await page.getByText('Das Webhook-Werkzeug ist gelöscht').waitFor();
  });

  test('a persona is made from a template and activated, another made, changed and deleted', async () => {
    const page = await open('/agent/personas');
    await page
      .getByRole('button', { name: /^Use: / })
      .first()
      .click();
    await page.getByText('The persona was made, as a draft').waitFor();
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    const { body } = await site.get<{ status: string }[]>('/personas');
    expect(body.data.map(({ status }) => status)).toEqual(['active']);
    await page.getByRole('link', { name: 'New persona' }).click();
    await page.getByRole('heading', { name: 'New persona', level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Mechanic');
    await page.getByRole('textbox', { name: 'Instructions' }).fill('You repair bicycles.');
    await page.getByRole('combobox', { name: 'Tone' }).click();
    await page.getByRole('option', { name: 'Friendly' }).click();
    await page.getByRole('textbox', { name: 'Suggested questions' }).fill('What is wrong?\n\nHow much air?');
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'persona');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'Mechanic' }).click();
    await page.getByRole('heading', { name: 'Mechanic', level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'Welcome message' }).fill('Hello!');
    await page.getByRole('spinbutton', { name: /^Maximum length/ }).fill('400');
    await page.getByRole('switch', { name: 'Cites its sources' }).click({ force: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Templates' }).waitFor();
    const { data } = await site.graphql<{ persona: object }>(
      `{ persona(idOrSlug: "mechanic") { systemPrompt status welcomeMessage suggestedQuestions
        voice { tone formality } behavior { showCitations maxResponseLength } sdkResponseConfig { includeSourceMetadata } } }`,
    );
    expect(data?.persona).toEqual({
      systemPrompt: 'You repair bicycles.',
      status: 'draft',
      welcomeMessage: 'Hello!',
      suggestedQuestions: ['What is wrong?', 'How much air?'],
      voice: { tone: 'friendly', formality: 'neutral' },
      behavior: { showCitations: false, maxResponseLength: 400 },
      sdkResponseConfig: { includeSourceMetadata: false },
    });
    await page.getByRole('link', { name: 'Mechanic' }).click();
    await page.getByRole('heading', { name: 'Mechanic', level: 1 }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Welcome message' }).inputValue()).toBe('Hello!');
    const read = await open(new URL(page.url()).pathname.slice(`/admin/${site.id}`.length), { as: 'viewer' });
    await read.getByRole('heading', { name: 'Mechanic', level: 1 }).waitFor();
    expect(await read.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(true);
    expect(await read.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await read.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    expect(await axeViolations(read)).toEqual([]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The persona is deleted').waitFor();
  });

  test('has all triggers, a hundred a page', async () => {
    await service.app.database.forSite(site.id, 'background').rows(
      `insert into trigger select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
         'value', 'copy ' || n, 'value_key', 'copy ' || n, 'priority', -n))).*
       from trigger t, generate_series(1, 118) n where t.value = 'arrive'`,
    );
    const page = await open('/agent/triggers');
    const table = page.getByRole('table');
    await table.getByRole('link', { name: 'arrive', exact: true }).waitFor();
    expect(await table.getByRole('link').count()).toBe(100);
    await page.getByRole('button', { name: 'Page 2' }).click();
    const last = table.getByRole('row').filter({ hasText: 'copy 118' });
    await last.waitFor();
    expect(await table.getByRole('link').count()).toBe(20);
    await last.getByRole('switch').click({ force: true });
    await expect.poll(() => last.getByRole('switch').isChecked()).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'triggers-pages');
  });
});
