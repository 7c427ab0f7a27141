import { fork } from "node:child_process";
import { Agent, get } from "node:http";
import pg from "pg";
import { z } from "zod";
import { median, quantile } from "../report";

/** Addresses to request, number of connections, and duration. */
export interface Load {
  /** An http address, or a PostgreSQL address for `SELECT 1`. */
  url: string;
  token?: string;
  connections: number;
  seconds: number;
}

const result = z.object({ perSecond: z.number(), p50: z.number(), p99: z.number() });
/** Times in milliseconds. */
export type LoadResult = z.infer<typeof result>;

interface Connection {
  ask(): Promise<void>;
  close(): Promise<void>;
}

const WARM_UP_SECONDS = 1;

/** Runs a load in a separate process: `program` is this command itself. */
export function loadFromChild(program: string, load: Load): Promise<LoadResult> {
  return new Promise((resolve, reject) => {
    const child = fork(program, ["bench:api", "--load", JSON.stringify(load)]);
    child.on("message", (message) => resolve(result.parse(message)));
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the load on ${load.url} ended with ${code}`)));
  });
}

/** Repeats requests on every connection, each waiting for its answer, after a second of warm-up. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const connections = await Promise.all(Array.from({ length: load.connections }, () => open(load)));
  await repeat(connections, WARM_UP_SECONDS);
  const started = performance.now();
  const times = await repeat(connections, load.seconds);
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(connections.map((connection) => connection.close()));
  return { perSecond: times.length / seconds, p50: median(times), p99: quantile(times, 0.99) };
}

async function repeat(connections: Connection[], seconds: number): Promise<number[]> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    connections.map(async (connection) => {
      for (let now = performance.now(); now < end; ) {
        await connection.ask();
        const after = performance.now();
        times.push(after - now);
        now = after;
      }
    }),
  );
  return times;
}

function open(load: Load): Promise<Connection> | Connection {
  return load.url.startsWith("http") ? openHttp(load) : openPostgres(load.url);
}

async function openPostgres(url: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    ask: async () => {
      await client.query("SELECT 1");
    },
    close: () => client.end(),
  };
}

function openHttp({ url, token }: Load): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = token ? { authorization: token } : {};
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const request = get(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
        response.resume().once("end", resolve).once("error", reject);
      });
      request.once("error", reject);
    });
  return { ask, close: async () => agent.destroy() };
}
