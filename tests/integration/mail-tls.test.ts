import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendBySmtp } from "@/server/mail/deliver-mail";
import { type MailServer, startMailServer } from "../support/mail-server";

let overTls: MailServer;
let plain: MailServer;

beforeAll(async () => {
  overTls = await startMailServer({ secure: true });
  plain = await startMailServer();
});
afterAll(async () => {
  await overTls.close();
  await plain.close();
});

const send = (url: string) =>
  sendBySmtp(url, { id: randomUUID(), to: "tls@example.com", subject: "A test", text: "Hello" });

test("smtps:// uses TLS from the first byte, and refuses a self-signed certificate", async () => {
  await expect(send(overTls.url)).rejects.toThrow(/certificate/);
  expect(overTls.received).toEqual([]);
  await send(`${overTls.url}?tls.rejectUnauthorized=false`);
  expect(overTls.received).toMatchObject([{ to: ["tls@example.com"], secure: true }]);
});

test("?requireTLS=true sends nothing to a server without TLS", async () => {
  await expect(send(`${plain.url}?requireTLS=true`)).rejects.toThrow();
  expect(plain.received).toEqual([]);
  await send(plain.url);
  expect(plain.received).toMatchObject([{ secure: false }]);
});
