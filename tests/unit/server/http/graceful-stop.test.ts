import { Agent, createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endConnectionsWhenStopping } from "@/server/http/graceful-stop";
import { beginStopping } from "@/server/platform/health/stopping";

const server = createServer((_request, response) => response.end("answered"));
const agent = new Agent({ keepAlive: true });

beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  agent.destroy();
  server.close();
});

async function connectionOf(): Promise<string | undefined> {
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: "127.0.0.1", agent }, resolve).once("error", reject);
  });
  let text = "";
  for await (const chunk of answer) text += chunk;
  expect([answer.statusCode, text]).toEqual([200, "answered"]);
  return answer.headers.connection;
}

test("answers keep their connections open until the process stops, then close them", async () => {
  endConnectionsWhenStopping();
  expect(await connectionOf()).toBe("keep-alive");
  beginStopping();
  expect(await connectionOf()).toBe("close");
});
