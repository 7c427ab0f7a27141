import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { confirmEmailMail } from "@/server/mail/account-mails";
import { sendBySmtp } from "@/server/mail/deliver-mail";
import { openApi } from "@/tools/demo/api";
import { confirmAddress } from "@/tools/demo/confirm-address";
import { startMailServer } from "@/tools/image/mail-server";
import { supervise } from "@/tools/process/supervise";

const TOKEN = "a".repeat(42);
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "image-mail-"));
  vi.stubEnv("SMTP_URL", "");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Sends the product's own mail to the check's server. @returns the address of that server */
async function sendLink(): Promise<string> {
  let url = "";
  await supervise(async (scope) => {
    url = await startMailServer(scope, folder);
    const mail = { id: "one", to: "demo@example.com", ...confirmEmailMail(`${TOKEN}b`, 7) };
    await sendBySmtp(url, mail);
    return 0;
  });
  return url;
}

/** Answers every request with an error, as a product that refuses the link, and keeps what was asked. */
async function withRefusingProduct(
  work: (url: string) => Promise<unknown>,
): Promise<{ path: string | undefined; body: string }[]> {
  const asked: { path: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push({ path: request.url, body: Buffer.concat(chunks).toString("utf8") });
    response.writeHead(410).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await new Promise((resolve) => server.close(resolve));
  return asked;
}

it("keeps the product's mail as a file in which the sample account finds its link", async () => {
  await sendLink();
  const [name = "", ...others] = await readdir(join(folder, "mail"));
  expect([name, others]).toEqual([expect.stringMatching(/\.eml$/), []]);
  const asked = await withRefusingProduct((url) =>
    expect(confirmAddress(openApi(url), folder)).rejects.toThrow("answered 410"),
  );
  expect(asked).toEqual([
    { path: "/api/user/confirm-email/", body: JSON.stringify({ token: `${TOKEN}b` }) },
  ]);
});

it("no longer listens when the command ends", async () => {
  const url = await sendLink();
  const mail = { id: "two", to: "demo@example.com", ...confirmEmailMail(`${TOKEN}b`, 7) };
  await expect(sendBySmtp(url, mail)).rejects.toThrow("ECONNREFUSED");
});
