import pg from "pg";
import { backoffMs } from "@/lib/backoff";
import { db } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { log } from "@/server/platform/logger";

/** The channel that the database's triggers notify. */
const CHANNEL = "deposit_matcher_events";
const PING_EVERY_MS = 30_000;
const PONG_WITHIN_MS = 10_000;
const RECONNECT = { firstMs: 500, longestMs: 30_000 };

/** What changed in which company; null: changes may have been missed. */
export type Change = { kind: string; companyId: string } | null;

/**
 * One connection per process that listens to the notifications of the database's triggers. It checks itself:
 * now and then it sends itself a notification through the pool, which detects a dead connection and a
 * pooler that forwards nothing. It reconnects until it is closed.
 */
export class ChangeListener {
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #attempts = 0;
  #closed = false;
  #pong: ((said: string) => void) | undefined;

  constructor(private readonly publish: (change: Change) => void) {}

  /** Starts; errors are logged and retried. */
  start(): void {
    void this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#drop();
  }

  async #connect(): Promise<void> {
    if (this.#closed) return;
    const client = new pg.Client({
      connectionString: getEnv().DATABASE_URL,
      application_name: "deposit-matcher-events",
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    this.#client = client;
    client.on("error", (error) => void this.#again(client, error));
    client.on("end", () => void this.#again(client, new Error("The connection was closed")));
    client.on("notification", ({ payload = "" }) => this.#hear(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      await this.#ping();
      this.#attempts = 0;
      this.publish(null);
      this.#schedule(client);
    } catch (error) {
      await this.#again(client, error);
    }
  }

  #schedule(client: pg.Client): void {
    if (this.#client !== client || this.#closed) return;
    this.#timer = setTimeout(() => {
      this.#ping().then(
        () => this.#schedule(client),
        (error: unknown) => this.#again(client, error),
      );
    }, PING_EVERY_MS);
    this.#timer.unref();
  }

  /** @throws Error when the notification does not arrive in time. */
  async #ping(): Promise<void> {
    const word = `ping ${process.pid}-${Math.random().toString(36).slice(2)}`;
    let timeout: NodeJS.Timeout | undefined;
    const heard = new Promise<void>((resolve, reject) => {
      timeout = setTimeout(() => reject(new Error("No notification arrives")), PONG_WITHIN_MS);
      this.#pong = (said) => {
        if (said === word) resolve();
      };
    });
    // Listens before sending. The rejection surfaces in the await below.
    heard.catch(() => undefined);
    try {
      await db("jobs").$queryRaw`SELECT pg_notify(${CHANNEL}, ${word})::text`;
      await heard;
    } finally {
      clearTimeout(timeout);
      this.#pong = undefined;
    }
  }

  #hear(payload: string): void {
    const [kind = "", companyId = ""] = payload.split(" ");
    if (kind === "ping") this.#pong?.(payload);
    else this.publish({ kind, companyId });
  }

  async #again(client: pg.Client, error: unknown): Promise<void> {
    if (this.#client !== client) return;
    await this.#drop();
    if (this.#closed) return;
    this.#attempts += 1;
    log().warn({ error, attempts: this.#attempts }, "changes are not heard; connecting again");
    this.#timer = setTimeout(() => void this.#connect(), backoffMs(this.#attempts, RECONNECT));
    this.#timer.unref();
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    clearTimeout(this.#timer);
    await client?.end().catch(() => undefined);
  }
}
