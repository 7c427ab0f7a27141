import { randomUUID } from "node:crypto";
import { z } from "zod";
import { seal, unseal } from "@/server/platform/crypto/keyring";
import type { Tx } from "@/server/platform/db";
import { enqueue } from "@/server/platform/queue/enqueue";

export interface MailText {
  subject: string;
  /** Plain text, unwrapped: the mail client wraps it. */
  text: string;
  /** The same content as HTML. */
  html?: string | undefined;
}

const queuedMail = z.object({
  /** Null: the mail passes through the queue and is not sent. */
  to: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
  html: z.string().optional(),
});
export type QueuedMail = z.infer<typeof queuedMail>;

/** The purpose that a mail's seal is bound to. */
export const mailPurpose = (id: string) => `mail:${id}`;

/**
 * Writes a mail into the outbox in the caller's transaction. It is sealed, and kept until it is delivered
 * or `lifetimeSeconds` have passed.
 * @returns its id, for {@link announceMail}.
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

/** Enqueues the delivery of a mail after its transaction has committed. */
export function announceMail(id: string): Promise<void> {
  return enqueue("mail", { mailId: id });
}

/** @throws Error when APP_SECRET has changed since the mail was written. */
export async function openMail(row: { id: string; sealed: Uint8Array }): Promise<QueuedMail> {
  return queuedMail.parse(await unseal(row.sealed, mailPurpose(row.id)));
}
