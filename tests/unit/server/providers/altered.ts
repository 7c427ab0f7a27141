import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Given {
  method: string;
  url: URL;
  status: number;
  // Whatever a provider sends: tests take fields away, and add others.
  body: ReturnType<typeof JSON.parse>;
}

interface Other {
  status?: number;
  /** Text is sent as it is. */
  body: unknown;
  headers?: Record<string, string>;
}

/** A provider that answers as its schema allows and its emulator doesn't: in front of the emulator, it alters answers. */
export interface Altered {
  url: string;
  /** Changes what the emulator is asked for. */
  ask: ((url: URL, headers: Record<string, string>) => void) | undefined;
  /** Undefined leaves an answer as it is. */
  alter: ((given: Given) => Other | undefined) | undefined;
  close(): Promise<void>;
}

export async function startAltered(origin: string): Promise<Altered> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", origin);
    const { method = "GET" } = request;
    const asked = forwarded(request);
    altered.ask?.(url, asked);
    const sent = await text(request);
    const answer = await fetch(url, {
      method,
      headers: asked,
      redirect: "manual",
      ...(method !== "GET" && { body: sent }),
    });
    const raw = await answer.text();
    const { status } = answer;
    const body = JSON.parse(raw || "null");
    const other = altered.alter?.({ method, url, status, body });
    response.writeHead(other?.status ?? status, {
      ...kept(Object.fromEntries(answer.headers)),
      ...other?.headers,
    });
    const changed = other ? other.body : raw;
    response.end(typeof changed === "string" ? changed : JSON.stringify(changed));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const altered: Altered = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ask: undefined,
    alter: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return altered;
}

const OWN_TO_A_CONNECTION =
  /^(host|connection|content-length|content-encoding|transfer-encoding|keep-alive)$/;

function kept(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OWN_TO_A_CONNECTION.test(name)),
  );
}

function forwarded({ headers }: IncomingMessage): Record<string, string> {
  return kept(
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  );
}
