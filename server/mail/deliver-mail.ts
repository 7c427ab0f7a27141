import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { Prisma } from "@/generated/prisma/client";
import { backoffMs } from "@/lib/backoff";
import { lasting } from "@/server/platform/clock";
import { db } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { log } from "@/server/platform/logger";
import { requireRunning } from "@/server/platform/pause";
import { claimRow, MAIL_LEASE } from "@/server/platform/queue/claims";
import { noteMailOutcome } from "./mail-outcomes";
import { type MailText, openMail } from "./queued-mail";

const PAUSE = { firstMs: 5_000, longestMs: 15 * 60_000 };

interface Claimed {
  id: string;
  sealed: Uint8Array;
  attempts: number;
}

/**
 * Delivers a mail of the outbox and deletes it. A mail that is gone, not due, expired or claimed by another
 * worker is left alone; one that the server refuses for now is retried after a pause that doubles.
 */
export async function deliverMail(mailId: string): Promise<void> {
  const mail = await claim(mailId);
  if (!mail) return;
  try {
    const { to, ...text } = await openMail(mail);
    if (to !== null) await sendMail({ id: mail.id, to, ...text });
  } catch (error) {
    await retryLater(mail, error);
    await noteMailOutcome(error);
    return;
  }
  await remove(mail);
  if (getEnv().SMTP_URL !== undefined) await noteMailOutcome();
}

/** The claim is the next attempt's time: after a crash the mail becomes due again. */
function claim(mailId: string): Promise<Claimed | undefined> {
  const { table, waiting, seconds } = MAIL_LEASE;
  return claimRow<Claimed>("jobs", {
    table,
    set: Prisma.sql`attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${seconds})`,
    where: Prisma.sql`id = ${mailId}::uuid AND ${waiting}`,
    returning: Prisma.sql`id, sealed, attempts`,
  });
}

async function retryLater(mail: Claimed, error: unknown): Promise<void> {
  const { id, attempts } = mail;
  if (isRefusedForGood(error)) {
    log().warn({ mailId: id, error }, "mail refused for good");
    return remove(mail);
  }
  const pause = lasting(backoffMs(attempts, PAUSE)) / 1000;
  log().warn({ mailId: id, attempts, error }, "mail not sent; it will be retried");
  await db("jobs").$executeRaw`
    UPDATE mails SET next_attempt_at = now() + make_interval(secs => ${pause})
    WHERE id = ${id}::uuid AND attempts = ${attempts}`;
}

/** The server rejects the recipient or the message: a retry would fail too. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isAboutThisMail = code === "EENVELOPE" || code === "EMESSAGE";
  return isAboutThisMail && typeof responseCode === "number" && responseCode >= 500;
}

async function remove({ id }: Claimed): Promise<void> {
  await db("jobs").mail.deleteMany({ where: { id } });
}

/**
 * Keeps a mail as DATA_DIR/mail/<id>.eml, readable by the product's own user alone, and logs the file but
 * not the text, which may contain a code.
 */
async function keepMail(
  id: string,
  { to, message }: { to: string; message: Buffer },
): Promise<void> {
  const folder = join(getEnv().DATA_DIR, "mail");
  const file = join(folder, `${id}.eml`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Renamed when complete, so that a watcher of the folder never reads a partial file.
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
  log().info({ to, file }, "SMTP_URL is not set: mail kept as a file");
}

/** A server that stays silent for this long fails the delivery; the queue retries it. */
const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

interface OutgoingMail extends MailText {
  /** Becomes the Message-ID, so that a second delivery carries the same one. */
  id: string;
  to: string;
}

/**
 * Sends a mail through SMTP_URL, or keeps it as a file when no server is configured.
 * @throws Error as {@link sendBySmtp}; ConflictError while the installation is paused.
 */
export async function sendMail(mail: OutgoingMail): Promise<void> {
  await requireRunning();
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
