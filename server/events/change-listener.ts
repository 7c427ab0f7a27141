import pg from "pg";
import { backoffMs } from "@/lib/backoff";
import { db } from "@/server/db";
import { getEnv } from "@/server/env";
import { log } from "@/server/logger";

/** As the database's triggers name it. */
const CHANNEL = "deposit_matcher_events";
const PING_EVERY_MS = 30_000;
const PONG_WITHIN_MS = 10_000;
const RECONNECT = { firstMs: 500, longestMs: 30_000 };

/** Of which company what changed; null: changes may have been missed, so anything may have. */
export type Change = { kind: string; companyId: string } | null;

/**
 * One connection that listens to what the database's triggers tell, for the whole process. It proves
 * itself: now and then it sends word to itself through the pool, so that a dead line is noticed, and also
 * a connection pooler that lets nothing through. It connects again by itself, until it is closed.
 */
export class ChangeListener {
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #attempts = 0;
  #closed = false;
  #pong: ((said: string) => void) | undefined;

  constructor(private readonly tell: (change: Change) => void) {}

  /** Begins; what goes wrong is logged and tried again. */
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
      this.tell(null);
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

  /** @throws Error when word does not come back in time. */
  async #ping(): Promise<void> {
    const word = `ping ${process.pid}-${Math.random().toString(36).slice(2)}`;
    let timeout: NodeJS.Timeout | undefined;
    const heard = new Promise<void>((resolve, reject) => {
      timeout = setTimeout(() => reject(new Error("No notification arrives")), PONG_WITHIN_MS);
      this.#pong = (said) => {
        if (said === word) resolve();
      };
    });
    // The wait for it begins before it is sent.
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
    else this.tell({ kind, companyId });
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
