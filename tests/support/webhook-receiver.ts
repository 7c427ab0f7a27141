import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** A program that gets webhooks, with a real HTTP server. */
export interface WebhookReceiver {
  url: string;
  received: { headers: IncomingHttpHeaders; body: string }[];
  /** What it answers from now on; null: nothing, the connection stays open. */
  answers(status: number | null, text?: string, headers?: Record<string, string>): void;
  /** The bodies, each verified with the secret. @throws Error for a wrong signature. */
  verified(secret: string): { type: string; timestamp: string; data: Record<string, unknown> }[];
  close(): Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: WebhookReceiver["received"] = [];
  let answer: { status: number | null; text: string; headers: Record<string, string> };
  const answers: WebhookReceiver["answers"] = (status, text = "", headers = {}) => {
    answer = { status, text, headers };
  };
  answers(200, "thanks");
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    if (answer.status !== null) response.writeHead(answer.status, answer.headers).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks?key=of-the-receiver`,
    received,
    answers,
    verified: (secret) =>
      received.map(({ headers, body }) => {
        const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
        return verified as ReturnType<WebhookReceiver["verified"]>[number];
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
