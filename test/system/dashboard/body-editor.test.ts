import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createItem, createType } from '../../features/content/items.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { axeViolations, useDashboard } from './support/use-dashboard.ts';

const site = useSite(useService());
const dashboard = useDashboard();

const TABLE = '| Part  | Nm |\n| :---- | -: |\n| Pedal | 35 |';
const IMAGE = '![A torque wrench](/wrench.jpg "Wrench")';

async function open(content: string, options: Parameters<typeof dashboard.open>[2] = {}) {
  const item = await createItem(site, { type: 'article', title: 'Torque', content });
  const { page } = await dashboard.open(site, `/content/${item._id}`, options);
  await page.getByRole('textbox', { name: /^(Body|Inhalt|Text)$/ }).waitFor();
  return { id: item._id, page };
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved').waitFor();
}

async function storedBody(id: string): Promise<string | undefined> {
  const { data } = await site.graphql<{ content: { content: string } }>(
    'query ($id: ID!) { content(id: $id) { content } }',
    { id },
  );
  return data?.content.content;
}

const body = (page: Page) => page.getByRole('textbox', { name: 'Body' });
const isSource = async (page: Page) => (await page.locator('textarea[aria-label=Body]').count()) === 1;

/** Puts the cursor before some words of the source. */
const goBefore = (page: Page, words: string) =>
  page.evaluate(`(() => {
    const input = document.querySelector('textarea[aria-label=Body]');
    const at = input.value.indexOf(${JSON.stringify(words)});
    input.focus();
    input.setSelectionRange(at, at);
  })()`);

/** Clicks at the end of a paragraph and types there. */
async function typeAfter(page: Page, paragraph: string, words: string): Promise<void> {
  await body(page).getByText(paragraph).click();
  await page.keyboard.press('End');
  await page.keyboard.type(words);
}

describe('the editor of a body', () => {
  test.each([
    ['Markdown', `Before it.\r\n\r\n${TABLE}\n\nAn image: ${IMAGE}  \n`, 'a table or an image'],
    [
      'HTML',
      '<p>Before it.</p>\n<table class="wide"><tr><td>Pedal</td><td>35</td></tr></table>\n<p><img src="/wrench.jpg" alt="A wrench"></p>',
      'an image',
    ],
  ])('keeps the table and the image of %s, and says why it is source text', async (_format, source, reason) => {
    const { id, page } = await open(source);
    expect(await isSource(page)).toBe(true);
    expect(await page.getByRole('status').filter({ hasText: 'source text' }).innerText()).toContain(reason);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Formatted text' }).click();
    expect(await isSource(page)).toBe(true);
    await goBefore(page, ' it.');
    await page.keyboard.type(' all of');
    await save(page);
    expect(await storedBody(id)).toBe(source.replace('Before it.', 'Before all of it.'));
  });

  test('says so in German, too', async () => {
    const { page } = await open(`${TABLE}\n\n${IMAGE}`, { language: 'de' });
    await page.getByText('Die formatierte Ansicht zeigt nicht: eine Tabelle oder ein Bild.').waitFor();
  });

  test.each([
    [
      'Markdown',
      'Torque\n======\n\n* pedals\n* stem\n\n   1) top\n\n~~~js {1}\nlet x;\n~~~\n\nThe middle **one**\nof `two`.\n\n_Last_ &amp; least  \nline\n\n***\n',
      'of two.',
      'of `two`.',
    ],
    [
      'HTML',
      '<h2>Torque</h2>\r\n\r\n<ul>\r\n  <li><b>pedals</b></li>\r\n</ul>\r\n<p>The middle <a href="/x">one</a> of two.</p>\r\n<pre><code class="language-js">let x;\n</code></pre>\r\n',
      'of two.',
      'of two.',
    ],
  ])('changes the one paragraph of %s in which text is typed', async (_format, source, shown, written) => {
    const { id, page } = await open(source);
    expect(await isSource(page)).toBe(false);
    await typeAfter(page, shown, ' Done');
    await save(page);
    expect(await storedBody(id)).toBe(source.replace(written, `${written} Done`));
  });

  test('changes nothing without typing, nor after undoing what was typed', async () => {
    const source = '* a\n* b\n\nThe text  \nof it.\n\n\n- c\n';
    const { id, page } = await open(source);
    await typeAfter(page, 'of it.', ' x');
    await page.getByRole('button', { name: 'Source text' }).waitFor();
    await page.getByRole('toolbar').getByRole('button').last().click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Another title');
    await save(page);
    expect(await storedBody(id)).toBe(source);
  });

  test('goes from the source to the formatted text only with what that shows', async () => {
    const { id, page } = await open('Some text.');
    await page.getByRole('button', { name: 'Source text' }).click();
    await body(page).fill(`Some text.\n\n${IMAGE}`);
    await page.getByRole('button', { name: 'Formatted text' }).click();
    await page.getByRole('status').filter({ hasText: 'an image' }).waitFor();
    expect(await isSource(page)).toBe(true);
    await body(page).fill('Some *other* text.');
    await page.getByRole('button', { name: 'Formatted text' }).click();
    await expect.poll(() => isSource(page)).toBe(false);
    await typeAfter(page, 'text.', ' More');
    await save(page);
    expect(await storedBody(id)).toBe('Some *other* text. More');
  });

  test('does not save what a JSON field had before what is typed there', async () => {
    await createType(site, 'setting', [{ name: 'extra', label: 'Extra', type: 'json' }]);
    const item = await createItem(site, { type: 'setting', title: 'One', customFields: { extra: [1] } });
    const { page } = await dashboard.open(site, `/content/${item._id}`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Two');
    await page.getByLabel('Extra').fill('[1, 2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await page.locator(':focus').inputValue()).toBe('[1, 2');
    await page.getByLabel('Extra').fill('[1, 2]');
    await save(page);
    const { data } = await site.graphql<{ content: object }>(
      'query ($id: ID!) { content(id: $id) { title customFields } }',
      { id: item._id },
    );
    expect(data?.content).toEqual({ title: 'Two', customFields: { extra: [1, 2] } });
  });

  test('keeps the lines of a text field, and the line ends of every field', async () => {
    await createType(
      site,
      'note',
      [
        { name: 'lines', label: 'Lines', type: 'text' },
        { name: 'long', label: 'Long', type: 'textarea' },
      ],
      { builtInFields: { excerpt: true } },
    );
    const customFields = { lines: 'one\ntwo', long: 'one\r\ntwo\nthree' };
    const item = await createItem(site, { type: 'note', title: 'Lines', excerpt: 'a\r\nb', customFields });
    const { page } = await dashboard.open(site, `/content/${item._id}`);
    for (const name of ['Lines', 'Long', 'Excerpt']) {
      await page.getByRole('textbox', { name, exact: true }).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('!');
    }
    await save(page);
    const { data } = await site.graphql<{ content: object }>(
      'query ($id: ID!) { content(id: $id) { excerpt customFields } }',
      { id: item._id },
    );
    expect(data?.content).toEqual({
      excerpt: 'a\r\nb!',
      customFields: { lines: 'one\ntwo!', long: 'one\r\ntwo\nthree!' },
    });
  });
});
