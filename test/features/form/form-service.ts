import type { GraphQLAnswer, TestService } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';
import { TestSmtpServer } from '../../support/smtp-server.ts';
import { useOwnService } from '../../support/use-service.ts';
import { use } from '../../support/use.ts';
import { parseMail } from '../../support/parsed-mail.ts';
import type { DeliveredMail } from '../../ports/mailer.contract.ts';

export const FROM = 'forms@lectern.example';

export interface Submission {
  id: string;
  formId: string | null;
  formName: string;
  fieldCount: number;
  pageUrl: string | null;
  source: string;
  anonymizedFields: string[];
  createdAt: string;
}

/** A service that sends by SMTP, and the server that gets its mail. */
export function useForms(): Forms {
  const smtp = use(() => TestSmtpServer.start());
  const service = useOwnService(() => ({ SMTP_URL: smtp.url, MAIL_FROM: FROM }));
  return new Forms(service, smtp);
}

class Forms {
  readonly service: TestService;
  readonly smtp: TestSmtpServer;

  constructor(service: TestService, smtp: TestSmtpServer) {
    this.service = service;
    this.smtp = smtp;
  }

  /** A site whose form mail is on, with these settings. */
  async site(forms: object = {}): Promise<TestSite> {
    const site = await this.service.site('Bicycle workshop');
    await this.settings(site, { enabled: true, ...forms });
    return site;
  }

  async settings(site: TestSite, forms: object): Promise<void> {
    await this.service.admin(
      'mutation ($id: ID!, $forms: FormSettingsInput!) { updateSite(id: $id, input: {forms: $forms}) { id } }',
      {
        id: site.id,
        forms,
      },
    );
  }

  submit(site: TestSite, body: unknown): ReturnType<TestSite['post']> {
    return site.post('/forms/submit', body);
  }

  /** Submits and answers the one mail that came of it. */
  async mailFor(site: TestSite, body: unknown): Promise<DeliveredMail> {
    const before = this.smtp.received.length;
    const answer = await this.submit(site, body);
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    const fresh = this.smtp.received.slice(before);
    const [mail] = fresh;
    if (!mail || fresh.length > 1) throw new Error(`${fresh.length} mails`);
    return parseMail(mail.bytes);
  }

  async submissions(siteId: string, variables: object = {}): Promise<Submission[]> {
    const { formSubmissions } = await this.service.admin<{ formSubmissions: { items: Submission[] } }>(
      `query ($siteId: ID!, $filter: FormSubmissionFilter, $page: PageInput) {
         formSubmissions(siteId: $siteId, filter: $filter, page: $page) {
           items { id formId formName fieldCount pageUrl source anonymizedFields createdAt }
         }
       }`,
      { siteId, ...variables },
    );
    return formSubmissions.items;
  }

  /** Changes the database as its owner, which the service itself is not. */
  async asOwner(sql: string): Promise<void> {
    await this.service.app.database.system.write(async (tx) => {
      await tx.rows('set local role none');
      await tx.rows(sql);
    });
  }

  asAdmin<T>(query: string, variables: object): Promise<GraphQLAnswer<T>> {
    return this.service.graphql<T>(query, variables, { 'x-svc-admin-key': 'admin-key-of-the-tests' });
  }
}
