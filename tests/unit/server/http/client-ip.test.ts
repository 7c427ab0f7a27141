import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { forwardedFor, trustProxy } from "@/server/http/client-ip";

test.each([
  ["203.0.113.9", "6.6.6.6", "203.0.113.9"],
  ["203.0.113.9", undefined, "203.0.113.9"],
  ["2001:db8::9", "6.6.6.6", "2001:db8::9"],
  ["::ffff:203.0.113.9", "6.6.6.6", "::ffff:203.0.113.9"],
  ["172.32.0.1", "6.6.6.6", "172.32.0.1"],
  ["127.0.0.1", undefined, "127.0.0.1"],
  ["127.0.0.1", "198.51.100.7", "198.51.100.7"],
  ["::1", "198.51.100.7", "198.51.100.7"],
  ["::ffff:10.0.0.5", "6.6.6.6, 198.51.100.7", "6.6.6.6, 198.51.100.7"],
  ["172.18.0.1", "198.51.100.7", "198.51.100.7"],
  ["192.168.4.4", "", "192.168.4.4"],
  ["fd00::5", "198.51.100.7", "198.51.100.7"],
])("a connection from %s with header %j counts as from %s", (peer, given, believed) => {
  expect(forwardedFor(peer, given)).toBe(believed);
});

test("handlers of a real server see the corrected header", async () => {
  trustProxy();
  const seen: IncomingMessage["headers"][] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}/`);
  await fetch(`http://127.0.0.1:${port}/`, { headers: { "x-forwarded-for": "198.51.100.7" } });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(seen.map((headers) => headers["x-forwarded-for"])).toEqual(["127.0.0.1", "198.51.100.7"]);
});
