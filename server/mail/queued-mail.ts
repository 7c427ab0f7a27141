import { randomUUID } from "node:crypto";
import { z } from "zod";
import { seal, unseal } from "@/server/crypto/seal";
import type { Tx } from "@/server/db";
import { enqueue } from "@/server/jobs/enqueue";

export interface MailText {
  subject: string;
  /** Plain text, wrapped by the reader. */
  text: string;
  /** The same for readers that show it. */
  html?: string | undefined;
}

const queuedMail = z.object({
  /** Null: goes the whole way through the queue, to nobody. */
  to: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
});
export type QueuedMail = z.infer<typeof queuedMail>;

/** What a mail's seal is bound to. */
export const mailPurpose = (id: string) => `mail:${id}`;

/**
 * Writes a mail into the outbox, in the transaction of what it tells, and returns its id for
 * {@link announceMail}. It lies there sealed, until it is delivered or `lifetimeSeconds` are over.
 */
export async function queueMail(
  tx: Tx,
  mail: QueuedMail,
  { lifetimeSeconds }: { lifetimeSeconds: number },
): Promise<string> {
  const id = randomUUID();
  await tx.$executeRaw`
    INSERT INTO mails (id, sealed, expires_at)
    VALUES (${id}::uuid, ${await seal(mail, mailPurpose(id))},
      now() + make_interval(secs => ${lifetimeSeconds}))`;
  return id;
}

/** Tells the workers about a mail, once its transaction is through. */
export function announceMail(id: string): Promise<void> {
  return enqueue("mail", { mailId: id });
}

/** @throws Error when APP_SECRET is another than when the mail was written. */
export async function openMail(row: { id: string; sealed: Uint8Array }): Promise<QueuedMail> {
  return queuedMail.parse(await unseal(row.sealed, mailPurpose(row.id)));
}
