import { fork } from "node:child_process";
import { Agent, get, type OutgoingHttpHeaders } from "node:http";
import pg from "pg";
import { z } from "zod";
import { processorTime } from "@/tools/process/processor-time";
import { median, quantile } from "../report";

/** Addresses to request, number of connections, and duration. */
export interface Load {
  /** An http address, or a PostgreSQL address for `SELECT 1`. */
  url: string;
  token?: string;
  connections: number;
  seconds: number;
  /** The process that answers, to measure its processor. */
  pid?: number;
  /** Sends the ETag of the answer before, where it had one. */
  asksForChanges?: boolean;
  /** Changes a row of those books before each request, outside of the measured time. */
  changes?: Changes;
}

/** Books that change meanwhile. */
interface Changes {
  /** Address of the database. */
  url: string;
  /** The user whose company it is. */
  username: string;
}

const result = z.object({
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
  /** Of the answering process, for each request; null where it isn't known. */
  processor: z.number().nullable(),
  /** Answers without a body, because nothing had changed. */
  unchanged: z.number(),
});
/** Times in milliseconds. */
export type LoadResult = z.infer<typeof result>;

interface Connection {
  /** Before each request, outside of the measured time. */
  prepare?(): Promise<void>;
  /** @returns the status; 0 where there is none */
  ask(): Promise<number>;
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
  const connections = await Promise.all(
    Array.from({ length: load.connections }, (_, nth) => open(load, nth)),
  );
  const spent = () => (load.pid === undefined ? undefined : processorTime([load.pid]));
  await repeat(connections, WARM_UP_SECONDS);
  const before = spent();
  const { times, unchanged } = await repeat(connections, load.seconds);
  const after = spent();
  await Promise.all(connections.map((connection) => connection.close()));
  const seconds = times.reduce((sum, each) => sum + each, 0) / load.connections / 1000;
  return {
    perSecond: times.length / seconds,
    ...{ p50: median(times), p99: quantile(times, 0.99), unchanged },
    processor: before === undefined || after === undefined ? null : (after - before) / times.length,
  };
}

async function repeat(connections: Connection[], seconds: number) {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let unchanged = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < end) {
        await connection.prepare?.();
        const before = performance.now();
        if ((await connection.ask()) === 304) unchanged += 1;
        times.push(performance.now() - before);
      }
    }),
  );
  return { times, unchanged };
}

async function open(load: Load, nth: number): Promise<Connection> {
  if (!load.url.startsWith("http")) return openPostgres(load.url);
  const connection = openHttp(load);
  return load.changes ? withChanges(connection, load.changes, nth) : connection;
}

async function openPostgres(url: string): Promise<Connection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    ask: async () => {
      await client.query("SELECT 1");
      return 0;
    },
    close: () => client.end(),
  };
}

/** Each connection has a row of its own, or one would wait for the other. */
async function withChanges(
  connection: Connection,
  { url, username }: Changes,
  nth: number,
): Promise<Connection> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ company_id: string; id: number }>(
    `SELECT d.company_id, d.id FROM deposits d JOIN memberships m ON m.company_id = d.company_id
      JOIN users u ON u.id = m.user_id WHERE u.username = $1
      ORDER BY d.txn_date DESC, d.id DESC LIMIT 1 OFFSET ${nth}`,
    [username],
  );
  const change = "UPDATE deposits SET description = $3 WHERE company_id = $1 AND id = $2";
  let times = 0;
  return {
    ask: connection.ask,
    prepare: async () => {
      times += 1;
      await client.query(change, [rows[0]?.company_id, rows[0]?.id, `Change ${times}`]);
    },
    close: async () => {
      await connection.close();
      await client.end();
    },
  };
}

function openHttp({ url, token, asksForChanges }: Load): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers: OutgoingHttpHeaders = token ? { authorization: token } : {};
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const request = get(url, { agent, headers }, (response) => {
        const { statusCode = 0 } = response;
        const { etag } = response.headers;
        if (asksForChanges && etag !== undefined) headers["if-none-match"] = etag;
        const isFine = statusCode === 200 || (asksForChanges && statusCode === 304);
        if (!isFine) reject(new Error(`${url}: ${statusCode}`));
        response
          .resume()
          .once("end", () => resolve(statusCode))
          .once("error", reject);
      });
      request.once("error", reject);
    });
  return { ask, close: async () => agent.destroy() };
}
