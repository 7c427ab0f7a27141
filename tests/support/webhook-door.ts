import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { POST } from "@/app/api/webhooks/[provider]/route";

/** Passes a delivery to the route as Next would. */
export function deliver(
  provider: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): Promise<Response> {
  const url = `http://localhost:3000/api/webhooks/${provider}/`;
  const request = new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  return POST(request, { params: Promise.resolve({ provider }) });
}

/** The webhook routes on a free port, so that the emulators can call them. */
export async function openWebhookDoor(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const provider = request.url?.split("/")[1] ?? "";
    const body = new Uint8Array(Buffer.concat(chunks));
    const answer = await deliver(provider, body, Object.fromEntries(headers));
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
