import { Agent, type ClientRequest, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Streams of changes that are open and read. */
export interface Followers {
  /** Those that the server has ended. */
  ended: () => number;
  close: () => void;
}

/**
 * Opens a stream for each token, spread over `spreadMs` as users open their pages, and resolves once all of them have
 * got the current state.
 */
export async function followAll(
  url: string,
  tokens: readonly string[],
  spreadMs: number,
): Promise<Followers> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const requests: ClientRequest[] = [];
  let ended = 0;
  const follow = (token: string) =>
    new Promise<void>((resolve, reject) => {
      const request = get(`${url}/api/events/`, { agent, headers: { authorization: token } });
      requests.push(request);
      request.once("error", reject);
      request.once("response", (response) => {
        if (response.statusCode !== 200) reject(new Error(`/events/: ${response.statusCode}`));
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
          if (!text.includes("event: failures")) return;
          text = "";
          resolve();
        });
        response.once("close", () => {
          ended += 1;
        });
      });
    });
  const opened: Promise<void>[] = [];
  for (const token of tokens) {
    const open = follow(token);
    open.catch(() => undefined);
    opened.push(open);
    await sleep(spreadMs / tokens.length);
  }
  await Promise.all(opened);
  return {
    ended: () => ended,
    close: () => {
      for (const request of requests) request.destroy();
    },
  };
}
