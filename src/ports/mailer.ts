/**
 * Sends emails from the one address of this deployment.
 * Promises: when `send` resolves, the mail server has accepted the email for at least one recipient, and `rejected`
 * lists the others. Fails with ServiceError `BAD_GATEWAY` if the email is rejected permanently, and with `UNAVAILABLE`
 * if it was not accepted by the deadline; temporary failures are retried until then. Every attempt has the same
 * Message-ID, so that a receiver can discard a duplicate: if a connection breaks after the email was sent and before
 * the response, the email may arrive although `send` failed. No content of an email becomes a header, a recipient or a
 * second email: line breaks and control characters in `fromName` and `subject` become spaces, invalid addresses are
 * rejected. No error contains credentials or content of the email.
 */
export interface Mailer {
  send(mail: Mail): Promise<MailReceipt>;
  /** Releases its resources. Sending afterwards is undefined. */
  close(): Promise<void>;
}

export interface Mail {
  /** A UUID. An email with the same id counts as a retry. */
  id: string;
  /** Display name of the sender, one line. */
  fromName: string;
  /** Plain addresses; a repeated address gets one copy. */
  to: readonly string[];
  /** Plain address; an invalid one is omitted. */
  replyTo: string | null;
  /** One line. */
  subject: string;
  text: string;
  /** A complete HTML document with the same content as `text`. */
  html: string;
}

export interface MailReceipt {
  /** The id without angle brackets. */
  messageId: string;
  /** Recipients that do not get it. */
  rejected: string[];
}
