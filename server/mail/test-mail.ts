import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { getEnv } from "@/server/platform/env";
import { sendBySmtp } from "./deliver-mail";

/**
 * Sends a mail through SMTP_URL now, past the outbox.
 * @returns a sentence for the operator.
 * @throws Error with one sentence that says what failed.
 */
export async function sendTestMail(to: string): Promise<string> {
  const { SMTP_URL, MAIL_FROM, APP_URL, DATA_DIR } = getEnv();
  if (!z.email().safeParse(to).success) throw new Error(`${to} isn't an email address.`);
  if (SMTP_URL === undefined) {
    throw new Error(
      `SMTP_URL isn't set: mails are kept as files in ${join(DATA_DIR, "mail")} and not sent.`,
    );
  }
  const { hostname, port, protocol } = new URL(SMTP_URL);
  const server = `${hostname}:${port || (protocol === "smtps:" ? 465 : 587)}`;
  try {
    await sendBySmtp(SMTP_URL, {
      id: randomUUID(),
      to,
      subject: "A test of Deposit Matcher's mail",
      text: `This installation (${APP_URL}) can send mail.\n`,
    });
  } catch (error) {
    throw new Error(describeMailFailure(error, { server, from: MAIL_FROM }), { cause: error });
  }
  return `${server} took the mail from ${MAIL_FROM} to ${to}. If it doesn't arrive, look at that server's log and at the spam folder.`;
}

interface Failure {
  code?: unknown;
  /** What the server answered. */
  response?: unknown;
  message?: unknown;
}

/** One sentence on why a mail server didn't take a mail, and where to look. */
function describeMailFailure(error: unknown, { server, from }: { server: string; from: string }) {
  const { code, response, message } = error as Failure;
  const said = String(response ?? message ?? error).trim();
  switch (code) {
    case "EDNS":
      return `The mail server's name in SMTP_URL isn't known: ${said}.`;
    case "ETIMEDOUT":
      return `${server} didn't answer in time (${said}): is the port right, and does a firewall let it through?`;
    case "ECONNECTION":
    case "ESOCKET":
      return `No connection to ${server}: ${said}. Check the port, smtp:// or smtps://, and the server's certificate.`;
    case "ETLS":
      return `${server} and we found no TLS to use: ${said}.`;
    case "EAUTH":
    case "ENOAUTH":
      return `${server} refused the user or the password in SMTP_URL: ${said}.`;
    case "EENVELOPE":
      return `${server} refused the sender (MAIL_FROM is ${from}) or the recipient: ${said}.`;
    default:
      return `${server} didn't take the mail: ${said}.`;
  }
}
