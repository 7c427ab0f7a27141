import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setInterval } from "node:timers";
import type { Scope } from "@/tools/process/supervise";
import { isReady } from "../instances";

/** A plain load balancer: it never sends a request twice. */
export interface Proxy {
  url: string;
  /** Number of requests per instance, in the order given. */
  shares(): number[];
}

const LOOK_EVERY_MS = 500;
const KEEP_ALIVE_MS = 65_000;

interface Backend {
  url: URL;
  agent: Agent;
  ready: boolean;
  /** The probe that set `ready`: a slow answer must not override a later probe. */
  lookedAt: number;
  asked: number;
}

/**
 * Distributes requests in turn over the instances whose `/api/health/ready` answered 200 at the last probe.
 * An unreachable instance is a failed request.
 */
export async function startProxy(scope: Scope, urls: readonly string[]): Promise<Proxy> {
  const backends = urls.map(
    (url): Backend => ({
      url: new URL(url),
      agent: new Agent({ keepAlive: true }),
      ready: false,
      lookedAt: 0,
      asked: 0,
    }),
  );
  const look = () => Promise.all(backends.map(lookAt));
  await look();
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const ready = backends.filter((backend) => backend.ready);
    turn += 1;
    const backend = ready[turn % ready.length];
    if (backend) pass(incoming, outgoing, backend);
    else outgoing.writeHead(503).end("no instance is ready");
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await scope.acquire(
    () => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)),
    async () => {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
    },
  );
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    shares: () => backends.map(({ asked }) => asked),
  };
}

async function lookAt(backend: Backend): Promise<void> {
  const lookedAt = performance.now();
  const ready = await isReady(backend.url.origin);
  if (lookedAt > backend.lookedAt) Object.assign(backend, { ready, lookedAt });
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, backend: Backend): void {
  backend.asked += 1;
  const { connection: _, ...headers } = incoming.headers;
  const onward = request(backend.url, {
    method: incoming.method,
    path: incoming.url,
    agent: backend.agent,
    headers,
  });
  onward.once("response", (answer) => {
    const { connection: __, "keep-alive": ___, ...kept } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 502, kept);
    answer.pipe(outgoing);
    // An answer that breaks off also breaks off for the client.
    answer.once("error", () => outgoing.destroy());
  });
  onward.once("error", (error) => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end(`${backend.url.port}: ${error.message}`);
  });
  // Only when the client left: a finished answer closes too.
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) onward.destroy();
  });
  incoming.pipe(onward);
}
