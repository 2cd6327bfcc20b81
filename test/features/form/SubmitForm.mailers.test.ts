import { describe, expect, test } from 'vitest';
import { SendGridDouble } from '../../support/sendgrid-double.ts';
import { type TestService, startService } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';

const BODY = { formName: 'Contact', fields: { topic: 'wheels' } };

async function siteOf(service: TestService): Promise<TestSite> {
  const site = await service.site();
  await service.admin('mutation ($id: ID!) { updateSite(id: $id, input: {forms: {enabled: true}}) { id } }', {
    id: site.id,
  });
  return site;
}

describe('the configuration decides where form mail goes', () => {
  test('SENDGRID_API_KEY: to SendGrid', async () => {
    const double = await SendGridDouble.start();
    const service = await startService({
      SENDGRID_API_KEY: double.apiKey,
      SENDGRID_BASE_URL: double.url,
      MAIL_FROM: 'forms@lectern.example',
    });
    const site = await siteOf(service);
    expect(await site.post('/forms/submit', BODY)).toMatchObject({ status: 200, body: { success: true } });
    expect(double.accepted.map(({ body }) => body)).toMatchObject([
      {
        from: { email: 'forms@lectern.example', name: 'Lectern' },
        personalizations: [{ to: [{ email: 'owner@example.org' }] }],
        subject: 'New Form Submission: Contact',
      },
    ]);

    double.replies.push(400);
    expect(await site.post('/forms/submit', BODY)).toMatchObject({
      status: 500,
      body: { error: 'Failed to send email notification' },
    });
    await service.stop();
    await double.stop();
  });

  test('nothing: into the outbox, which a page shows', async () => {
    const service = await startService();
    const site = await siteOf(service);
    await site.post('/forms/submit', BODY);
    const list = await (await fetch(`${service.url}/outbox`)).text();
    const [, link = ''] = /href="(\/outbox\/[^"]+)">New Form Submission: Contact</.exec(list) ?? [];
    const mail = await (await fetch(service.url + link)).text();
    expect(mail).toContain('owner@example.org');
    expect(mail).toContain('topic: wheels');
    await service.stop();
  });
});
