import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, BlockList } from "node:net";
import { expect, test, vi } from "vitest";
import { clientAddress, trustProxies } from "@/server/http/client-ip";
import { parseEnv } from "@/server/platform/env";

const settings = {
  DATABASE_URL: "postgresql://app:secret@db:5432/deposit_matcher",
  APP_SECRET: "0123456789abcdef0123456789abcdef",
  TRUSTED_PROXIES: "127.0.0.1",
};
const ours = "10.0.0.0/8, 192.0.2.1,fd00::/8";
const trusted = parseEnv({ ...settings, TRUSTED_PROXIES: ours }).TRUSTED_PROXIES;

test.each([
  ["203.0.113.9", "6.6.6.6", "203.0.113.9"],
  ["203.0.113.9", undefined, "203.0.113.9"],
  ["2001:db8::9", "6.6.6.6", "2001:db8::9"],
  ["::ffff:203.0.113.9", "6.6.6.6", "::ffff:203.0.113.9"],
  ["127.0.0.1", "198.51.100.7", "127.0.0.1"],
  ["::1", "198.51.100.7", "::1"],
  ["172.18.0.1", "198.51.100.7", "172.18.0.1"],
  ["192.168.4.4", "198.51.100.7", "192.168.4.4"],
  ["10.1.2.3", undefined, "10.1.2.3"],
  ["10.1.2.3", "", "10.1.2.3"],
  ["10.1.2.3", "198.51.100.7", "198.51.100.7"],
  ["::ffff:10.0.0.5", "6.6.6.6, 198.51.100.7", "198.51.100.7"],
  ["fd00::5", "2001:db8::7", "2001:db8::7"],
  // Two proxies of ours, one behind the other.
  ["10.1.2.3", "6.6.6.6, 198.51.100.7, 192.0.2.1", "198.51.100.7"],
  ["10.1.2.3", "<script>", "10.1.2.3"],
  ["10.1.2.3", "198.51.100.7, unknown", "10.1.2.3"],
  ["10.1.2.3", `${"9".repeat(4000)}, 192.0.2.1`, "192.0.2.1"],
])("a connection from %s with header %j is from %s", (peer, given, client) => {
  expect(clientAddress(peer, given, trusted)).toBe(client);
});

test("no proxy is trusted by default", () => {
  expect(clientAddress("127.0.0.1", "198.51.100.7", new BlockList())).toBe("127.0.0.1");
});

test("handlers of a real server see the corrected header", async () => {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  trustProxies();
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
