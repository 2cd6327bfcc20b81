import { describe, expect, test } from 'vitest';
import { SendGridDouble } from '../../support/sendgrid-double.ts';
import type { TestService } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';
import { useOwnService, useService } from '../../support/use-service.ts';
import { use } from '../../support/use.ts';

const BODY = { formName: 'Contact', fields: { topic: 'wheels' } };

async function siteOf(service: TestService): Promise<TestSite> {
  const site = await service.site();
  await service.admin('mutation ($id: ID!) { updateSite(id: $id, input: {forms: {enabled: true}}) { id } }', {
    id: site.id,
  });
  return site;
}

describe('the configuration decides where form mail goes', () => {
  const double = use(() => SendGridDouble.start());
  const withSendGrid = useOwnService(() => ({
    SENDGRID_API_KEY: double.apiKey,
    SENDGRID_BASE_URL: double.url,
    MAIL_FROM: 'forms@lectern.example',
  }));
  const withoutMail = useService();

  test('SENDGRID_API_KEY: to SendGrid', async () => {
    const site = await siteOf(withSendGrid);
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
  });

  test('nothing: into the outbox, which a page shows', async () => {
    const site = await siteOf(withoutMail);
    await site.post('/forms/submit', BODY);
    const list = await (await fetch(`${withoutMail.url}/outbox`)).text();
    const [, link = ''] = /href="(\/outbox\/[^"]+)">New Form Submission: Contact</.exec(list) ?? [];
    const mail = await (await fetch(withoutMail.url + link)).text();
    expect(mail).toContain('owner@example.org');
    expect(mail).toContain('topic: wheels');
  });
});
