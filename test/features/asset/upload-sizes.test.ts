import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ofOneInstance } from '../../support/instances.ts';
import { useSite } from '../../support/use-service.ts';
import { cdn, grant, put, sendForm } from './uploading.ts';

const site = useSite();
const MB = 1024 * 1024;

describe('the size of an upload', () => {
  test.each([
    ['an image', 'a.png', 'image/png', 10],
    ['a document', 'a.txt', 'text/plain', 50],
  ])('%s beyond its limit is 413 in both forms, and nothing of it is kept', async (_what, name, type, most) => {
    const large = Buffer.alloc(most * MB + 1, 'x');
    const message = `File exceeds maximum size of ${most}MB`;
    const form = await sendForm(site, name, large);
    expect([form.status, form.body.error]).toEqual([413, message]);
    const { uploadUrl, key } = await grant(site, name, type);
    const direct = await put(uploadUrl, type, large);
    expect([direct.status, direct.body.error]).toEqual([413, message]);
    expect((await cdn(site, key)).status).toBe(404);
  });

  test('the limit applies to uploads without a length, too', async () => {
    const { uploadUrl } = await grant(site, 'a.png', 'image/png');
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += MB;
        if (sent > 30 * MB) controller.close();
        else controller.enqueue(new Uint8Array(MB));
      },
    });
    const response = await fetch(uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: endless,
      duplex: 'half',
    });
    expect(response.status).toBe(413);
  });

  test('a film beyond 500 MB is 413 before any of it is read', ofOneInstance, async () => {
    const { uploadUrl } = await grant(site, 'a.mp4', 'video/mp4');
    const sending = request(uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'video/mp4', 'content-length': 500 * MB + 1 },
    });
    sending.flushHeaders();
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    expect([response.statusCode, JSON.parse(await text(response))]).toEqual([
      413,
      { success: false, error: 'File exceeds maximum size of 500MB' },
    ]);
    sending.destroy();
  });

  test('a document of exactly 50 MB is taken', async () => {
    const { status } = await sendForm(site, 'a.txt', Buffer.alloc(50 * MB, 'x'));
    expect(status).toBe(200);
  });
});
