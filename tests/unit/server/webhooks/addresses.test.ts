import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { isPublicAddress, lookupAllowed, parseWebhookUrl } from "@/server/webhooks/addresses";
import { sendWebhook } from "@/server/webhooks/send-webhook";

test.each([
  ...["127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255"],
  ...["192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "192.0.0.192"],
  ...["168.63.129.16", "198.18.0.1", "203.0.113.9", "224.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::7f00:1", "fe80::1", "fd00:ec2::254"],
  ...["64:ff9b::7f00:1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "ff02::1"],
  ...["example.com", ""],
])("%s isn't public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::200e"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ["example.com/hooks", "Enter a URL such as https://example.com/webhooks"],
  ["http://example.com", "The URL must start with https://"],
  ["file:///etc/passwd", "The URL must start with https://"],
  ["https://user:secret@example.com", "The URL can't contain a user name or password"],
  ["https://example.com/#part", "The URL can't contain a #"],
  ["https://127.1/", "The URL leads to an address that isn't public"],
  ["https://2130706433/", "The URL leads to an address that isn't public"],
  ["https://0x7f.1/", "The URL leads to an address that isn't public"],
  ["https://[::ffff:10.0.0.1]/", "The URL leads to an address that isn't public"],
  [`https://example.com/${"a".repeat(2_000)}`, "The URL is too long"],
])("%s is refused", (text, problem) => {
  expect(parseWebhookUrl(text)).toBe(problem);
});

test("a public URL is taken as it is", () => {
  expect(String(parseWebhookUrl("https://Example.com:8443/hooks?key=1"))).toBe(
    "https://example.com:8443/hooks?key=1",
  );
});

test("a name that leads to this machine gets no connection", async () => {
  let connections = 0;
  const server = createServer().on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const problem = "The URL leads to an address that isn't public.";
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    const attempt = await sendWebhook(`https://${host}:${port}/`, { headers: {}, body: "{}" });
    expect(attempt).toMatchObject({ status: null, answer: "", problem });
  }
  expect(connections).toBe(0);
  const asked = new Promise((resolve) => lookupAllowed("localhost", {}, resolve));
  expect(await asked).toMatchObject({ name: "RefusedAddressError" });
  await new Promise((resolve) => server.close(resolve));
});
