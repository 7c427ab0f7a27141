import { backoffMs } from "@/lib/backoff";
import { db } from "@/server/db";
import { log } from "@/server/logger";
import { openMail } from "@/server/mail/queued-mail";
import { sendMail } from "@/server/mail/send-mail";

/** Longer than all of the SMTP client's time-outs: a worker that has the mail for longer is dead. */
const LEASE_SECONDS = 120;
const PAUSE = { firstMs: 5_000, longestMs: 15 * 60_000 };

interface Claimed {
  id: string;
  sealed: Uint8Array;
  attempts: number;
}

/**
 * Delivers a mail of the outbox, and deletes it. A mail that is gone, not due, in other hands or out of
 * date is left alone; one that the server does not take now is tried again after a pause that doubles.
 */
export async function deliverMail(mailId: string): Promise<void> {
  const mail = await claim(mailId);
  if (!mail) return;
  try {
    const { to, ...text } = await openMail(mail);
    if (to !== null) await sendMail({ id: mail.id, to, ...text });
  } catch (error) {
    await putBack(mail, error);
    return;
  }
  await remove(mail);
}

/** The claim is the next attempt's time: after a crash the mail becomes due by itself. */
async function claim(mailId: string): Promise<Claimed | undefined> {
  const [mail] = await db("jobs").$queryRaw<Claimed[]>`
    UPDATE mails
    SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = ${mailId}::uuid AND next_attempt_at <= now() AND expires_at > now()
    RETURNING id, sealed, attempts`;
  return mail;
}

async function putBack(mail: Claimed, error: unknown): Promise<void> {
  const { id, attempts } = mail;
  if (isRefusedForGood(error)) {
    log().warn({ mailId: id, error }, "mail refused for good");
    return remove(mail);
  }
  const pause = backoffMs(attempts, PAUSE) / 1000;
  log().warn({ mailId: id, attempts, error }, "mail not sent; it will be tried again");
  await db("jobs").$executeRaw`
    UPDATE mails SET next_attempt_at = now() + make_interval(secs => ${pause})
    WHERE id = ${id}::uuid AND attempts = ${attempts}`;
}

/** The server knows the recipient or the message to be wrong; trying again would change nothing. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const isAboutThisMail = code === "EENVELOPE" || code === "EMESSAGE";
  return isAboutThisMail && typeof responseCode === "number" && responseCode >= 500;
}

async function remove({ id }: Claimed): Promise<void> {
  await db("jobs").mail.deleteMany({ where: { id } });
}
