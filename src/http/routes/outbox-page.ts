import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Email } from 'postal-mime';
import { fillPage, readPage } from '../../shared/http/page-file.ts';

/** Emails that were stored instead of sent. */
export interface StoredMail {
  /** Ids of the newest emails, newest first. */
  list(max: number): Promise<string[]>;
  /** The email's bytes; null for an unknown id. */
  read(id: string): Promise<Uint8Array | null>;
}

const MAX_LISTED = 100;
const OPEN = { access: 'nothing' } as const;
const BODY = '<!-- body -->';

/**
 * For development: `/outbox` lists the stored emails, `/outbox/:id` shows one in light and dark mode,
 * `/outbox/:id/source` its bytes. Must only be mounted if everyone who can reach the service may read the emails.
 */
export function registerOutboxPage(server: FastifyInstance, outbox: StoredMail): void {
  server.register(async (scope) => {
    scope.addHook('onRequest', rejectForeignHost);
    scope.get('/outbox', { config: OPEN }, async (_request, reply) => sendPage(reply, await listPage(outbox)));
    const showMail = (url: string, show: (reply: FastifyReply, bytes: Uint8Array, id: string) => unknown): void => {
      scope.get<{ Params: { id: string } }>(url, { config: OPEN }, async ({ params: { id } }, reply) => {
        const bytes = await outbox.read(id);
        return bytes ? show(reply, bytes, id) : sendPage(reply.code(404), page('Not found', '<p>Email not found.</p>'));
      });
    };
    showMail('/outbox/:id', async (reply, bytes, id) => sendPage(reply, mailPage(id, await parseMail(bytes))));
    showMail('/outbox/:id/source', (reply, bytes) =>
      addSecurityHeaders(reply).type('text/plain; charset=utf-8').send(Buffer.from(bytes)),
    );
  });
}

/** Rejects host names other than `localhost`, because a website could resolve its own name to this host (DNS rebinding). */
async function rejectForeignHost(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const host = request.hostname.replace(/^\[|\]$/g, '');
  if (host !== 'localhost' && !isIP(host)) {
    await sendPage(
      reply.code(403),
      page('Forbidden', '<p>Open this page under the address of the service or localhost.</p>'),
    );
  }
}

async function listPage(outbox: StoredMail): Promise<string> {
  const ids = await outbox.list(MAX_LISTED);
  const rows = await Promise.all(
    ids.map(async (id) => {
      const bytes = await outbox.read(id);
      return bytes ? mailRow(id, await parseMail(bytes)) : '';
    }),
  );
  const table = `<table><tr><th>When</th><th>To</th><th>Subject</th></tr>${rows.join('')}</table>`;
  return page(
    'Outbox',
    ids.length === 0 ? '<p>No emails yet. Emails are stored here because no mail server is configured.</p>' : table,
  );
}

async function parseMail(bytes: Uint8Array): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime');
  return PostalMime.parse(bytes);
}

function mailRow(id: string, mail: Email): string {
  return fillPage('<tr><td>{{date}}</td><td>{{to}}</td><td><a href="/outbox/{{id}}">{{subject}}</a></td></tr>', {
    id,
    date: mail.date ?? '',
    to: addresses(mail.to),
    subject: subjectText(mail),
  });
}

function mailPage(id: string, mail: Email): string {
  const facts: [string, string][] = [
    ['From', addresses(mail.from ? [mail.from] : [])],
    ['To', addresses(mail.to)],
    ['Reply-To', addresses(mail.replyTo)],
    ['Date', mail.date ?? ''],
  ];
  const list = facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => fillPage('<dt>{{name}}</dt><dd>{{value}}</dd>', { name, value }));
  const links = '<p><a href="/outbox">All mail</a> · <a href="/outbox/{{id}}/source">Source</a></p>';
  return page(
    subjectText(mail),
    `${fillPage(links, { id })}
<dl>${list.join('')}</dl>
<h2>Light</h2>${frame(mail, 'light')}
<h2>Dark</h2>${frame(mail, 'dark')}
${fillPage('<h2>Text</h2><pre>{{text}}</pre>', { text: mail.text ?? '' })}`,
  );
}

function subjectText(mail: Email): string {
  return mail.subject || '(no subject)';
}

/** Shows an email without scripts, forms, links or an origin; the color scheme is what the email sees as the reader's. */
function frame(mail: Email, scheme: 'light' | 'dark'): string {
  const FRAME_TEMPLATE =
    '<iframe sandbox style="color-scheme: {{scheme}}" title="{{scheme}}" srcdoc="{{html}}"></iframe>';
  return fillPage(FRAME_TEMPLATE, { scheme, html: mail.html ?? '' });
}

function addresses(list: Email['to']): string {
  return (list ?? []).map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? ''))).join(', ');
}

function addSecurityHeaders(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    )
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer');
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return addSecurityHeaders(reply).type('text/html; charset=utf-8').send(html);
}

/** @param body HTML */
function page(title: string, body: string): string {
  return fillPage(readPage('outbox.html'), { title }).replace(BODY, () => body);
}
