import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { confirmEmail } from "@/lib/contracts/email-confirmation";
import type { Call } from "./api";

const PATIENCE_MS = 60_000;
const PAUSE_MS = 200;

/**
 * Uses the link that was mailed at sign-up: without a mail server, the product keeps its mails in DATA_DIR. With
 * one (SMTP_URL) the address stays unconfirmed.
 * @throws Error when no mail came in time.
 */
export async function confirmAddress(call: Call, folder: string): Promise<void> {
  if (process.env.SMTP_URL?.trim()) return;
  const mails = join(folder, "mail");
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(PAUSE_MS)) {
    const token = await readLink(mails);
    if (token === undefined) continue;
    await call(confirmEmail, { body: { token } });
    return;
  }
  throw new Error(`No mail with a confirmation link came to ${mails}`);
}

async function readLink(mails: string): Promise<string | undefined> {
  // The folder is created with the first mail.
  const names = await readdir(mails).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(".eml"))) {
    const text = await readFile(join(mails, name), "utf8");
    // Soft line breaks of quoted-printable.
    const token = /\/confirm-email\/([\w-]{43})/.exec(text.replaceAll("=\r\n", ""))?.[1];
    if (token !== undefined) return token;
  }
  return undefined;
}
