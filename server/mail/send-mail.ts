import { createTransport, type SendMailOptions } from "nodemailer";
import { getEnv } from "@/server/platform/env";
import { log } from "@/server/platform/logger";
import { keepMail } from "./keep-mail";
import type { MailText } from "./queued-mail";

/** A server that stays silent for this long fails the delivery; the queue retries it. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

export interface OutgoingMail extends MailText {
  /** Becomes the Message-ID, so that a second delivery carries the same one. */
  id: string;
  to: string;
}

/**
 * Sends a mail through SMTP_URL, or keeps it as a file when no server is configured.
 * @throws Error as {@link sendBySmtp}.
 */
export async function sendMail(mail: OutgoingMail): Promise<void> {
  const { SMTP_URL } = getEnv();
  if (SMTP_URL === undefined) {
    await keepMail(mail.id, await compose(mail));
  } else {
    await sendBySmtp(SMTP_URL, mail);
    log().info({ mailId: mail.id }, "mail sent");
  }
}

/**
 * The scheme selects TLS: smtps:// uses it from the first byte, smtp:// uses STARTTLS where offered
 * (?requireTLS=true requires it).
 * @throws Error of the SMTP client when the server is unreachable, fails verification, or refuses.
 */
export async function sendBySmtp(url: string, mail: OutgoingMail): Promise<void> {
  const transport = createTransport({ url, ...TIMEOUTS });
  try {
    await transport.sendMail(toMessage(mail));
  } finally {
    transport.close();
  }
}

function toMessage({ id, to, subject, text, html }: OutgoingMail): SendMailOptions {
  const { APP_URL, MAIL_FROM } = getEnv();
  return {
    from: MAIL_FROM,
    to: { name: "", address: to },
    subject,
    // CRLF as on the wire, so that a kept file has the same bytes as a sent mail.
    text: text.replaceAll("\n", "\r\n"),
    ...(html !== undefined && { html: html.replaceAll("\n", "\r\n") }),
    messageId: `<${id}@${new URL(APP_URL).hostname}>`,
    // Suppresses out-of-office replies.
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The whole message as it is sent to a server. */
async function compose(mail: OutgoingMail): Promise<{ to: string; message: Buffer }> {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(toMessage(mail));
  if (!Buffer.isBuffer(message)) throw new Error("The mail was not composed as a whole");
  return { to: mail.to, message };
}
