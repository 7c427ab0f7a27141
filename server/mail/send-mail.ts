import { createTransport, type SendMailOptions } from "nodemailer";
import { getEnv } from "@/server/env";
import { log } from "@/server/logger";
import { keepMail } from "./keep-mail";
import type { MailText } from "./queued-mail";

/** A server that says nothing for this long is given up; the queue tries again. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

export interface OutgoingMail extends MailText {
  /** Names the mail for good: a second delivery carries the same Message-ID. */
  id: string;
  to: string;
}

/**
 * Sends a mail through SMTP_URL, or keeps it as a file where no server is configured.
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
 * TLS is as the address says: smtps:// from the first byte, smtp:// by STARTTLS where it is offered
 * (?requireTLS=true insists).
 * @throws Error of the SMTP client when the server can't be reached, is not who it says, or refuses.
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
    // Mail's own line ends: a kept file is as exact as what a server gets.
    text: text.replaceAll("\n", "\r\n"),
    ...(html !== undefined && { html: html.replaceAll("\n", "\r\n") }),
    messageId: `<${id}@${new URL(APP_URL).hostname}>`,
    // Out-of-office replies are of no use to anybody.
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The whole message, as a server would get it. */
async function compose(mail: OutgoingMail): Promise<{ to: string; message: Buffer }> {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const { message } = await transport.sendMail(toMessage(mail));
  if (!Buffer.isBuffer(message)) throw new Error("The mail was not composed as a whole");
  return { to: mail.to, message };
}
