import { afterEach, expect, it, vi } from "vitest";
import { sendTestMail } from "@/server/mail/test-mail";
import { singleton } from "@/server/platform/singleton";
import { freePort } from "@/tools/process/free-port";
import { startMailServer } from "../../../support/mail-server";

const TO = "operator@example.com";

function by(SMTP_URL: string): Promise<string> {
  vi.stubEnv("SMTP_URL", SMTP_URL);
  const kept: { env?: unknown } = singleton("settings", () => ({}));
  delete kept.env;
  return sendTestMail(TO);
}

afterEach(() => vi.unstubAllEnvs());

it("sends a mail now, and says that the server took it", async () => {
  const server = await startMailServer();
  expect(await by(server.url)).toMatch(/^\S+:\d+ took the mail from Deposit Matcher <.*> to oper/);
  const [mail] = await server.waitFor(TO);
  expect(mail?.raw).toContain("This installation (http://localhost:3000) can send mail.");
  server.refuse(550);
  await expect(by(server.url)).rejects.toThrow(/ refused the sender \(MAIL_FROM is .*550/);
  await server.close();
});

it("says in a sentence why no mail was sent", async () => {
  await expect(by("")).rejects.toThrow(/^SMTP_URL isn't set: mails are kept as files in /);
  const port = await freePort("127.0.0.1");
  await expect(by(`smtp://127.0.0.1:${port}`)).rejects.toThrow(
    new RegExp(`^No connection to 127.0.0.1:${port}: .*ECONNREFUSED`),
  );
  const own = await startMailServer({ secure: true });
  await expect(by(own.url)).rejects.toThrow(
    /^No connection to .*: certificate has expired\. Check the port/,
  );
  await own.close();
});
