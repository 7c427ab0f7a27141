import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openMail } from "@/server/mail/queued-mail";
import type { Tx } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { log } from "@/server/platform/logger";

/** The headers of our mails take a few hundred bytes. */
const HEAD_BYTES = 4_096;

/** Deletes the queued mails to these addresses. Their recipients are sealed, so each mail is opened. */
export async function forgetWaitingMails(tx: Tx, addresses: string[]): Promise<void> {
  for (const row of await tx.mail.findMany({ select: { id: true, sealed: true } })) {
    const mail = await openMail(row).catch(() => null);
    if (mail?.to && addresses.includes(mail.to))
      await tx.mail.deleteMany({ where: { id: row.id } });
  }
}

/** Deletes mails to an address that were kept as files because no mail server is configured. */
export async function forgetMails(email: string): Promise<void> {
  const folder = join(getEnv().DATA_DIR, "mail");
  try {
    for (const name of await readdir(folder).catch(() => [])) {
      const file = join(folder, name);
      if (name.endsWith(".eml") && (await recipientOf(file)) === email) await rm(file);
    }
  } catch (error) {
    log().warn({ error }, "kept mails could not be deleted");
  }
}

async function recipientOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead).toString("utf8");
    return /^To: (?:.*<)?([^<>\r\n]+)>?\r?$/m.exec(head)?.[1];
  } finally {
    await file.close();
  }
}
