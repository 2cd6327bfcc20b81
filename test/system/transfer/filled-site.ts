import { expect } from 'vitest';
import type { TestSite } from '../../support/site.ts';

/**
 * Files, one of which is deleted again, a persona, documents, a webhook tool, triggers, settings, and a file and a video
 * that are processed.
 * @returns the id of the file `cover.txt`
 */
export async function fillSite(
  from: TestSite,
  { analysisConfig }: { analysisConfig: object },
): Promise<string | undefined> {
  const folderOf = await from.create('/assets/folders', { name: 'Papers', slug: 'papers', accessLevel: 'premium' });
  const cover = await upload(from, 'cover.txt', folderOf._id);
  await upload(from, 'deleted.txt', folderOf._id);
  await from.put(`/assets/folders/${folderOf._id}`, { coverImage: cover });
  const rows = await from.service.app.database
    .forSite(from.id, 'background')
    .rows<{ id: string; key: string; name: string }>(
      'select id, key, file_name as name from asset where site_id = $1',
      [from.id],
    );
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id;
  await from.put(`/assets/${idOf('cover.txt')}`, { alt: 'A cover', caption: 'Handwritten' });
  await from.create('/content-types', {
    name: 'Story',
    slug: 'story',
    fields: [
      { name: 'cover', label: 'Cover', type: 'media', defaultValue: cover },
      { name: 'paper', label: 'Paper', type: 'file' },
    ],
  });
  const customFields = { cover: idOf('cover.txt'), paper: idOf('deleted.txt') };
  const story = await from.create('/content', { externalId: 'story', type: 'story', title: 'Story', customFields });
  expect((await from.delete(`/assets/${idOf('deleted.txt')}?force=true`)).status).toBe(200);

  const persona = { name: 'Guide', systemPrompt: 'Help.', avatar: cover, voice: { tone: 'formal' }, isDefault: true };
  await from.create('/personas', persona);
  const document = {
    title: 'Twice',
    content: 'The same.',
    metadata: { file: idOf('cover.txt') },
    accessLevel: 'premium',
  };
  for (let copies = 0; copies < 2; copies += 1) await from.create('/knowledge/documents', document);
  await from.create('/webhook-tools', {
    name: 'crm',
    description: 'Looks up customers.',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    endpoint: 'https://crm.example/lookup',
    method: 'POST',
    headers: { Authorization: 'Bearer top-secret-value' },
  });
  const fileKey = rows.find(({ name }) => name === 'cover.txt')?.key;
  await from.create('/knowledge/process', { fileKey, fileName: 'cover.txt', metadata: { title: 'Cover' } });
  await from.create('/knowledge/video', {
    videoUrl: 'http://videos.invalid/class.mp4',
    title: 'Class',
    accessLevel: 'premium',
    analysisConfig,
  });
  const actions = [
    { type: 'open_content', payload: { contentId: story._id } },
    { type: 'show_product', payload: { productId: 'sku-1' } },
  ];
  const intent = {
    type: 'intent',
    trigger: { value: 'hours', examples: ['when open'] },
    response: { message: 'Now' },
  };
  for (let copies = 0; copies < 2; copies += 1) await from.create('/triggers', intent);
  await from.create('/triggers', {
    type: 'keyword',
    trigger: { value: 'story' },
    response: { contentId: story._id },
    actions,
  });
  const settings = `mutation ($id: ID!) { updateSite(id: $id, input: { linkHosts: ["a.example"], subscriptions: [{ slug: "gold", name: "Gold" }],
    forms: { enabled: true, recipients: ["forms@example.com"] } }) { id } }`;
  await from.service.admin(settings, { id: from.id });
  return idOf('cover.txt');
}

export async function upload(site: TestSite, filename: string, folderId: string): Promise<string> {
  const grant = await site.create<{ uploadUrl: string; cdnUrl: string; headers: Record<string, string> }>(
    '/assets/upload',
    { filename, contentType: 'text/plain', folderId },
  );
  const put = { method: 'PUT', body: 'A note.', headers: grant.headers };
  expect((await fetch(grant.uploadUrl, put)).status).toBe(200);
  return grant.cdnUrl;
}
