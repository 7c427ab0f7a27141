import { createServer } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sendHeadersWithBody } from "@/server/http/send-headers-with-body";

/** As Next answers. */
const server = createServer((_, response) => {
  response.setHeader("Content-Type", "application/json");
  response.flushHeaders();
  response.write(Buffer.from('{"a":1}'));
  response.end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

/** The answer to a request, and how many writes of the server's it took. */
async function ask() {
  const { port } = server.address() as AddressInfo;
  const writes = [vi.spyOn(Socket.prototype, "_write"), vi.spyOn(Socket.prototype, "_writev")];
  const sent = () =>
    writes
      .flatMap(({ mock }) => mock.contexts)
      .filter((each) => (each as Socket).localPort === port);
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    const type = answer.headers.get("content-type");
    return { type, body: await answer.text(), writes: sent().length };
  } finally {
    for (const each of writes) each.mockRestore();
  }
}

test("an answer's headers go with its body", async () => {
  const whole = { type: "application/json", body: '{"a":1}' };
  expect(await ask()).toEqual({ ...whole, writes: 2 });
  sendHeadersWithBody();
  expect(await ask()).toEqual({ ...whole, writes: 1 });
});
