import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/context";
import { getEnv } from "@/server/env";
import { runtimeRole } from "@/server/runtime-role";

/**
 * Work that is not one company's, by name. What each may see is written in the row level security
 * policies: "accounts" (who is calling? sign-up, sign-in, reset) sees people and sessions but no books;
 * "jobs" sees which company has something to do; "keys" sees what is sealed.
 */
export type SystemScope = "accounts" | "jobs" | "keys";
export type Scope = Pick<CompanyContext, "companyId"> | SystemScope;

/** A running transaction: verbs that must be part of a larger change take one. */
export type Tx = Omit<Prisma.TransactionClient, "$transaction">;

interface TransactionOptions {
  maxWait?: number;
  timeout?: number;
  isolationLevel?: Prisma.TransactionIsolationLevel;
}

/** The database as one scope sees it. */
export interface ScopedDb extends Tx {
  $transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The settings that the policies read, for the transaction that is about to begin. */
type Opening = AsyncLocalStorage<string>;

/** Sets the scope as the first thing in every transaction: it ends with it, whatever the pool does. */
class ScopedAdapter extends PrismaPg {
  constructor(
    private readonly opening: Opening,
    config: ConstructorParameters<typeof PrismaPg>[0],
  ) {
    super(config);
  }

  override async connect() {
    const adapter = await super.connect();
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => {
      const settings = this.opening.getStore();
      if (settings === undefined) throw new Error("A transaction needs a scope");
      const role = await runtimeRole(adapter);
      const transaction = await startTransaction(isolationLevel);
      const execute = (sql: string) => transaction.executeRaw({ sql, args: [], argTypes: [] });
      try {
        await execute(role ? `SET LOCAL ROLE ${role}; ${settings}` : settings);
      } catch (error) {
        await execute("ROLLBACK").finally(() => transaction.rollback());
        throw error;
      }
      return transaction;
    };
    return adapter;
  }
}

function open() {
  const opening: Opening = new AsyncLocalStorage();
  const adapter = new ScopedAdapter(opening, {
    connectionString: getEnv().DATABASE_URL,
    max: 10,
    connectionTimeoutMillis: 10_000,
    // No statement of ours takes this long; one that does must not hold a connection for ever.
    statement_timeout: 60_000,
  });
  // Minimal, because errors end in logs: the other formats quote a query's arguments.
  const transactionOptions = { maxWait: 10_000, timeout: 30_000 };
  return {
    opening,
    client: new PrismaClient({ adapter, transactionOptions, errorFormat: "minimal" }),
  };
}

// Development reloads modules, and Next's build has several copies of this one: one pool for all.
const kept = globalThis as typeof globalThis & { depositMatcherDb?: ReturnType<typeof open> };

/** Made at first use, so that importing a verb needs no database. */
function pool() {
  kept.depositMatcherDb ??= open();
  return kept.depositMatcherDb;
}

/**
 * The database as `scope` sees it, and the only way to it: PostgreSQL shows a company its own rows and
 * nobody else's, also to a query that forgets to ask. Every call is a transaction of its own; use
 * `$transaction` for several, which is also faster.
 */
export function db(scope: Scope): ScopedDb {
  const { client, opening } = pool();
  const inScope: ScopedDb["$transaction"] = (work, options) =>
    opening.run(settingsOf(scope), () => client.$transaction(work, options));
  return new Proxy<object>(client, {
    get: (target, name) =>
      name === "$transaction" ? inScope : single(Reflect.get(target, name), name, inScope),
  }) as ScopedDb;
}

/** `db(scope).deposit.count(…)` or `` db(scope).$queryRaw`…` `` in a transaction of its own. */
function single(member: unknown, name: string | symbol, inScope: ScopedDb["$transaction"]) {
  if (typeof member === "function") {
    return (...args: unknown[]) =>
      inScope((tx) => Reflect.apply(Reflect.get(tx, name), tx, args) as Promise<unknown>);
  }
  return new Proxy(Object(member), {
    get:
      (_model, operation) =>
      (...args: unknown[]) =>
        inScope((tx) => {
          const model = Reflect.get(tx, name);
          return Reflect.apply(Reflect.get(model, operation), model, args) as Promise<unknown>;
        }),
  });
}

function settingsOf(scope: Scope): string {
  const name = typeof scope === "string" ? scope : "company";
  const companyId = typeof scope === "string" ? "" : scope.companyId;
  if (companyId !== "" && !UUID.test(companyId)) throw new Error("This is no company's id");
  if (companyId === "" && name === "company") throw new Error("A company's scope needs its id");
  return `SELECT set_config('app.scope', '${name}', true), set_config('app.company_id', '${companyId}', true)`;
}

/** Closes the pool: tests, command-line programs, graceful stop. */
export async function closeDb(): Promise<void> {
  const opened = kept.depositMatcherDb;
  delete kept.depositMatcherDb;
  await opened?.client.$disconnect();
}

/** True when a write broke a unique index: somebody else was first. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
