import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Email } from 'postal-mime';

/** Emails that were stored instead of sent. */
export interface KeptMail {
  /** Ids of the newest emails, newest first. */
  list(max: number): Promise<string[]>;
  /** The email's bytes; null for an unknown id. */
  read(id: string): Promise<Uint8Array | null>;
}

const MAX_LISTED = 100;
const OPEN = { access: 'nothing' } as const;

/**
 * For development: `/outbox` lists the stored emails, `/outbox/:id` shows one in light and dark mode,
 * `/outbox/:id/source` its bytes. Must only be mounted if everyone who can reach the service may read the emails.
 */
export function registerOutboxPage(server: FastifyInstance, outbox: KeptMail): void {
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
      secured(reply).type('text/plain; charset=utf-8').send(Buffer.from(bytes)),
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

async function listPage(outbox: KeptMail): Promise<string> {
  const ids = await outbox.list(MAX_LISTED);
  const rows = await Promise.all(
    ids.map(async (id) => {
      const bytes = await outbox.read(id);
      return bytes ? rowOf(id, await parseMail(bytes)) : '';
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

function rowOf(id: string, mail: Email): string {
  const subject = `<a href="/outbox/${escapeHtml(id)}">${escapeHtml(mail.subject || '(no subject)')}</a>`;
  return `<tr><td>${escapeHtml(mail.date ?? '')}</td><td>${escapeHtml(addresses(mail.to))}</td><td>${subject}</td></tr>`;
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
    .map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  return page(
    mail.subject || '(no subject)',
    `<p><a href="/outbox">All mail</a> · <a href="/outbox/${escapeHtml(id)}/source">Source</a></p>
<dl>${list.join('')}</dl>
<h2>Light</h2>${frame(mail, 'light')}
<h2>Dark</h2>${frame(mail, 'dark')}
<h2>Text</h2><pre>${escapeHtml(mail.text ?? '')}</pre>`,
  );
}

/** Without scripts, forms, links or an origin; the color scheme is what the email sees as the reader's. */
function frame(mail: Email, scheme: 'light' | 'dark'): string {
  return `<iframe sandbox style="color-scheme: ${scheme}" title="${scheme}" srcdoc="${escapeHtml(mail.html ?? '')}"></iframe>`;
}

function addresses(list: Email['to']): string {
  return (list ?? []).map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? ''))).join(', ');
}

function secured(reply: FastifyReply): FastifyReply {
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
  return secured(reply).type('text/html; charset=utf-8').send(html);
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 62rem; margin: 0 auto; padding: 1.5rem; overflow-wrap: anywhere; }
  h1 { font-size: 1.4rem; margin: 0 0 1rem; }
  h2 { font-size: 1rem; margin: 1.2rem 0 .4rem; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: start; vertical-align: top; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid #8886; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; }
  dt { opacity: .75; }
  dd { margin: 0; }
  iframe { width: 100%; height: 26rem; border: 1px solid #8886; border-radius: 6px; background: Canvas; }
  pre { white-space: pre-wrap; padding: .6rem; border: 1px solid #8886; border-radius: 6px; }
</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
