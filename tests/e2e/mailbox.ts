import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DATA_DIR } from "./addresses";
import { expect } from "./fixtures";

/** The mails for an address, oldest first, from the files of a product without a mail server. */
async function mailsTo(address: string): Promise<string[]> {
  const folder = join(DATA_DIR, "mail");
  // Created with the first mail.
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith(".eml"))
      .map(async (name) => {
        const file = join(folder, name);
        return { text: await readFile(file, "utf8"), at: (await stat(file)).mtimeMs };
      }),
  );
  const theirs = mails.filter(({ text }) => text.includes(`To: ${address}\r\n`));
  return theirs.sort((a, b) => a.at - b.at).map(({ text }) => text);
}

/** The six-digit code of the newest reset mail for an address, once `count` have arrived. */
export async function resetCodeFor(address: string, count = 1): Promise<string> {
  const codes = async () =>
    (await mailsTo(address)).flatMap((mail) => /^(\d{6})\r$/m.exec(mail)?.[1] ?? []);
  await expect.poll(codes).toHaveLength(count);
  return (await codes()).at(-1) ?? "";
}

/** The path of the link in the newest question's mail to an address, once `count` have arrived. */
export async function questionLinkFor(address: string, count = 1): Promise<string> {
  const links = async () =>
    (await mailsTo(address)).flatMap(
      // Soft line breaks of quoted-printable.
      (mail) => /\/question#[\w-]{43}/.exec(mail.replaceAll("=\r\n", ""))?.[0] ?? [],
    );
  await expect.poll(links).toHaveLength(count);
  return (await links()).at(-1) ?? "";
}

/** The path of the newest link that confirms an address, once `count` have arrived. */
export async function confirmationLinkFor(address: string, count = 1): Promise<string> {
  const links = async () =>
    (await mailsTo(address)).flatMap(
      // Soft line breaks of quoted-printable.
      (mail) => /\/confirm-email\/[\w-]{43}/.exec(mail.replaceAll("=\r\n", ""))?.[0] ?? [],
    );
  await expect.poll(links).toHaveLength(count);
  return (await links()).at(-1) ?? "";
}

/** The path of the newest invitation's link to an address, once `count` have arrived. */
export async function invitationLinkFor(address: string, count = 1): Promise<string> {
  const links = async () =>
    (await mailsTo(address)).flatMap(
      (mail) =>
        /\/invitation#[\w-]{43}/.exec(mail.replaceAll("=\r\n", "").replaceAll("=23", "#"))?.[0] ??
        [],
    );
  await expect.poll(links).toHaveLength(count);
  return (await links()).at(-1) ?? "";
}
