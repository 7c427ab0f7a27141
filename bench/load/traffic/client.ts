import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Ask } from "./kinds";

const ANSWER_WITHIN_MS = 30_000;

/** Sends requests to one address over persistent connections. */
export class Client {
  readonly #agent: Agent;

  constructor(
    private readonly url: string,
    connections: number,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** @throws Error with the answer when it is not a 2xx, or with the connection error */
  async ask({ method, path, token, body }: Ask): Promise<void> {
    const text = body && JSON.stringify(body);
    const sent = request(`${this.url}/api${path}`, {
      method,
      agent: this.#agent,
      headers: {
        authorization: token,
        ...(text && {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
        }),
      },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    sent.end(text);
    const { status, start } = await answerOf(sent);
    if (status < 200 || status > 299) throw new Error(`${status} ${start}`);
  }

  close(): void {
    this.#agent.destroy();
  }
}

const KEPT = 200;

/** The status after the complete answer, and the beginning of its body. */
function answerOf(sent: ClientRequest): Promise<{ status: number; start: string }> {
  return new Promise((resolve, reject) => {
    sent.once("error", reject);
    sent.once("response", (answer: IncomingMessage) => {
      let start = "";
      answer.on("data", (chunk: Buffer) => {
        if (start.length < KEPT) start += chunk.toString("utf8", 0, KEPT);
      });
      answer.once("error", reject);
      answer.once("end", () => resolve({ status: answer.statusCode ?? 0, start }));
    });
  });
}
