import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const STALLED_MS = 30_000;

/**
 * Ends the connection of a client that takes nothing of its answer for this long, whatever the answer is: it would keep
 * the answer in memory for ever. One that waits for its answer is left alone.
 */
export function endStalledAnswers(stalledMs = STALLED_MS): void {
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: ServerResponse };
    response.setTimeout(stalledMs);
    response.on("timeout", (socket: Socket) => {
      if (socket.writableLength > 0) socket.destroy();
      else socket.setTimeout(stalledMs);
    });
  });
}
