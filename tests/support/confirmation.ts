import { openMail, type QueuedMail } from "@/server/mail/queued-mail";
import { db } from "@/server/platform/db";
import { type Answer, call } from "./client";

/** The waiting mails to an address, oldest first; no worker may run. */
export async function waitingMails(to: string): Promise<QueuedMail[]> {
  const rows = await db("accounts").mail.findMany({ orderBy: { createdAt: "asc" } });
  return (await Promise.all(rows.map(openMail))).filter((mail) => mail.to === to);
}

/** The secrets of the links that were mailed to an address, oldest first. */
export async function linksTo(to: string): Promise<string[]> {
  return (await waitingMails(to)).flatMap(
    ({ text }) => /\/confirm-email\/([\w-]{43})\n/.exec(text)?.[1] ?? [],
  );
}

/** @throws Error when no link was mailed to the address. */
export async function newestLinkTo(to: string): Promise<string> {
  const link = (await linksTo(to)).at(-1);
  if (link === undefined) throw new Error(`No link was mailed to ${to}`);
  return link;
}

export const confirmEmail = (account: { token: string }, link: string): Promise<Answer> =>
  call("POST", "/user/confirm-email/", { token: account.token, body: { token: link } });
