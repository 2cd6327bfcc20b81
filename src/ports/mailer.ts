/**
 * Hands mail over for delivery, from the one address of this deployment.
 *
 * Promises: when `send` resolves, the next station has taken the mail for at least one recipient, and `refused` names the
 * others. Fails with ServiceError `BAD_GATEWAY` when the mail is refused for good, and with `UNAVAILABLE` when it could not
 * be handed over by the deadline; what fails for the moment is tried again until then. Every attempt carries the same
 * Message-ID, so that a receiver can drop a second copy: a connection that breaks after the mail and before the answer
 * leaves no other way, and such a mail may arrive although `send` failed.
 * No text of a mail becomes a header, a recipient or a second mail: line breaks and control characters in `fromName` and
 * `subject` become spaces, what is no address is refused. No error holds credentials or what the mail says.
 */
export interface Mailer {
  send(mail: Mail): Promise<MailReceipt>;
  /** Gives back what it holds. Sending afterwards is undefined. */
  close(): Promise<void>;
}

export interface Mail {
  /** A UUID. The same id is the same mail: sent again, it counts as a retry. */
  id: string;
  /** Display name of the sender, one line. */
  fromName: string;
  /** Bare addresses; an address that stands twice gets one copy. */
  to: readonly string[];
  /** Bare address. What is none is left out. */
  replyTo: string | null;
  /** One line. */
  subject: string;
  text: string;
  /** A whole HTML document that says the same as `text`. */
  html: string;
}

export interface MailReceipt {
  /** Without angle brackets. */
  messageId: string;
  /** Recipients that will not get it. */
  refused: string[];
}
