import { createHash } from 'node:crypto';
import type { Mailer } from '../../../ports/mailer.ts';
import type { RateLimiter } from '../../../ports/rate-limiter.ts';
import { escapeHtml } from '../../../text/escape-html.ts';
import { newId } from '../../../shared/ids.ts';
import type { Logger } from '../../../shared/log/logger.ts';
import { shortLine, withoutLinks } from '../../../text/one-line.ts';

/** Names in emails are chosen by other users: they are short, and no links. */
const MAX_NAME_LENGTH = 100;
const RESETS_PER_HOUR = { points: 5, windowSeconds: 3_600 };

export interface AccountMailDependencies {
  mailer: Mailer;
  limiter: RateLimiter;
  log: Logger;
  publicUrl: string;
}

/** The emails with links that sign-in needs. */
export class AccountMails {
  private readonly dependencies: AccountMailDependencies;

  constructor(dependencies: AccountMailDependencies) {
    this.dependencies = dependencies;
  }

  /** @throws ServiceError as the mailer does */
  async sendInvitation(
    to: string,
    { siteName, invitedBy, token }: { siteName: string; invitedBy: string | null; token: string },
  ): Promise<void> {
    const site = withoutLinks(shortLine(siteName, MAX_NAME_LENGTH));
    const inviter = withoutLinks(shortLine(invitedBy ?? 'An administrator', MAX_NAME_LENGTH));
    await this.send(to, `Invitation to ${site}`, [
      `${inviter} invites you to ${site}.`,
      this.link('accept', token),
      'The link works once and for 7 days. If you did not expect it, do nothing.',
    ]);
  }

  /** Runs after the answer, and is silent above the limit: the caller must not learn whether there is an account. */
  async sendReset(to: string, token: string): Promise<void> {
    const account = createHash('sha256').update(to).digest('base64url');
    const { allowed } = await this.dependencies.limiter.consume(`reset:${account}`, RESETS_PER_HOUR);
    if (!allowed) return;
    await this.send(to, 'A new password', [
      'A new password was requested for this account.',
      this.link('reset', token),
      'The link works once and for one hour. A new password ends all sessions and deletes the passkeys of the account. If you did not ask for it, do nothing: the password stays.',
    ]).catch((error: unknown) =>
      this.dependencies.log.error({ err: error }, 'the email to reset a password was not sent'),
    );
  }

  private link(page: string, token: string): string {
    return new URL(`/admin/${page}?token=${encodeURIComponent(token)}`, this.dependencies.publicUrl).href;
  }

  private async send(to: string, subject: string, paragraphs: readonly string[]): Promise<void> {
    const html = paragraphs
      .map((text) => `<p style="overflow-wrap:anywhere">${linkify(escapeHtml(text))}</p>`)
      .join('\n');
    await this.dependencies.mailer.send({
      id: newId(),
      fromName: 'Lectern',
      to: [to],
      replyTo: null,
      subject,
      text: `${paragraphs.join('\n\n')}\n`,
      html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lectern</title></head><body>${html}</body></html>`,
    });
  }
}

/** Makes a link of the paragraph that is nothing but the service's own link. */
function linkify(html: string): string {
  return /^https?:\/\/\S+\/admin\/(accept|reset)\?token=[\w-]+$/.test(html) ? `<a href="${html}">${html}</a>` : html;
}
