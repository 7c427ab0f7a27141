import { Prisma } from "@/generated/prisma/client";
import { backoffMs } from "@/lib/backoff";
import { openMail } from "./queued-mail";
import { sendMail } from "./send-mail";
import { lasting } from "@/server/platform/clock";
import { db } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { claimRow } from "@/server/platform/queue/claim-row";
import { MAIL_LEASE } from "@/server/platform/queue/leases";

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
    return;
  }
  await remove(mail);
}

/** The claim is the next attempt's time: after a crash the mail becomes due by itself. */
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
