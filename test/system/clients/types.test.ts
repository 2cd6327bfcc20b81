import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { typesOf } from '../../../clients/typescript/src/content-types.ts';
import { useService, useSite } from '../../support/use-service.ts';

const run = promisify(execFile);
const service = useService();
const site = useSite(service);

async function lectern(...options: string[]): Promise<{ stdout: string; stderr: string; code: number }> {
  const output = await run(process.execPath, ['clients/typescript/src/cli.ts', ...options]).catch(
    (error: unknown) => error as { stdout: string; stderr: string; code: number },
  );
  return { code: 0, ...output };
}

test('`lectern types` writes the types of the content types of a site', async () => {
  const field = (type: string, validation?: object) => ({ name: `${type}Field`, type, validation });
  await site.create('/content-types', { name: 'Person', slug: 'person' });
  await site.create('/content-types', {
    name: 'Blog post */',
    slug: 'blog-post',
    fields: [
      { name: 'text', type: 'text', description: 'Shown\nfirst', validation: { required: true } },
      field('number'),
      field('boolean'),
      field('date'),
      field('select', { options: ['a', 'say "b"'] }),
      field('multiselect', { options: ['x', 'y'] }),
      field('media'),
      field('reference', { referenceTo: 'person' }),
      field('references'),
      field('location'),
      field('json'),
    ],
  });
  const { stdout, stderr } = await lectern('types', '--url', service.url, '--key', site.key);
  expect(stderr).toBe('');
  expect(stdout).toContain(`/** Fields of Blog post *\\/. */
export interface BlogPostFields {
  /** Text: Shown first. Required to publish. */
  "text"?: string | null;`);
  const lines = stdout.split('\n').map((line) => line.trim());
  for (const line of [
    '"numberField"?: number | null;',
    '"booleanField"?: boolean | null;',
    '"dateField"?: CalendarDate | null;',
    String.raw`"selectField"?: "a" | "say \"b\"" | null;`,
    '"multiselectField"?: ("x" | "y")[] | null;',
    '"mediaField"?: FileReference | null;',
    '"referenceField"?: Reference<Person> | null;',
    `"referencesField"?: Reference<Schemas['ContentItem']>[] | null;`,
    '"locationField"?: Location | null;',
    '"jsonField"?: unknown | null;',
    '"blog-post": BlogPost;',
    '"article": Article;',
  ]) {
    expect(lines).toContain(line);
  }
});

test('types whose slugs have the same name in Pascal case have different names', () => {
  const types = typesOf([
    { name: 'A', slug: 'a-b' },
    { name: 'B', slug: 'a--b' },
    { name: 'C', slug: '3d' },
    { name: 'D', slug: 'location' },
    { name: 'E', slug: 'location2' },
  ]);
  const names = [...types.matchAll(/^export type (\w+) = Item/gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(5);
  expect(names).toEqual(['Type3d', 'AB', 'AB2', 'Location2', 'Location22']);
});

test('without what it needs, or with a wrong key, it says so and fails', async () => {
  expect(await lectern('types')).toMatchObject({ code: 1, stderr: expect.stringContaining('--url') as string });
  const wrong = await lectern('types', '--url', service.url, '--key', 'svc_sdk_wrong');
  expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: 'Invalid API key\n' });
});
