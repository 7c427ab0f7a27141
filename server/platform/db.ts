import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import { inConnectionTurn } from "./company-queue";
import { enterScope, type Scope } from "./context";
import { getEnv } from "./env";
import { closeReaders, readerPools } from "./prepared-queries";
import { runtimeRole } from "./runtime-role";
import { beginning, ScopedClient } from "./scoped-client";
import { singleton } from "./singleton";

/** A running transaction, for verbs that are part of a larger change. */
export type Tx = Omit<Prisma.TransactionClient, "$transaction">;

interface TransactionOptions {
  maxWait?: number;
  timeout?: number;
  isolationLevel?: Prisma.TransactionIsolationLevel;
}

/** How many connections a pool has open, how many of them are idle, and how many callers wait. */
type PoolCounts = Pick<pg.Pool, "totalCount" | "idleCount" | "waitingCount">;

/** The database as one scope sees it. */
export interface ScopedDb extends Tx {
  $transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/** Of the transaction that is about to begin. */
interface Opening {
  scope: Scope;
  /** One call that only reads. */
  isRead: boolean;
}

/**
 * Sets the scope at the start of every transaction. It ends with the transaction, so a pooled connection
 * never keeps it. Without it row level security shows nothing.
 */
class ScopedAdapter extends PrismaPg {
  /** The pool, once it has connections. */
  pool: PoolCounts | undefined;

  constructor(
    private readonly opening: AsyncLocalStorage<Opening>,
    config: pg.PoolConfig,
  ) {
    super({ ...config, Client: ScopedClient }, { statementNameGenerator: statementNames() });
  }

  override async connect() {
    const adapter = await super.connect();
    this.pool = adapter.underlyingDriver();
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => {
      const opening = this.opening.getStore();
      if (opening === undefined) throw new Error("A transaction needs a scope");
      const { scope, isRead } = opening;
      const role = await runtimeRole(adapter, async (sql) => {
        const { rows } = await adapter.queryRaw({ sql, args: [], argTypes: [] });
        return rows[0] ?? [];
      });
      const modes = [isolationLevel && `ISOLATION LEVEL ${isolationLevel}`, isRead && "READ ONLY"];
      const begin = ["BEGIN", ...modes.filter(Boolean)].join(" ");
      const text = `${begin}; ${enterScope(scope, role)}`;
      return beginning.run({ text, isRead }, () => startTransaction());
    };
    return adapter;
  }
}

/**
 * Signing in has connections of its own: however busy the companies keep theirs, everybody can still enter
 * and every token is checked.
 */
const POOLS = { books: { max: 8 }, accounts: { max: 6 } };
type PoolName = keyof typeof POOLS;

/** Node slows every promise down for each storage that was ever used, so a pool that is opened again has the same one. */
const openings = singleton(
  "openings",
  (): Record<PoolName, AsyncLocalStorage<Opening>> => ({
    books: new AsyncLocalStorage(),
    accounts: new AsyncLocalStorage(),
  }),
);

function open(name: PoolName) {
  const opening = openings[name];
  const adapter = new ScopedAdapter(opening, {
    connectionString: getEnv().DATABASE_URL,
    application_name: "deposit-matcher",
    max: POOLS[name].max,
    // BEGIN isn't waited for, and the ORM reads several relations of a row at once.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    // No statement takes this long; a stuck one must not hold its connection indefinitely.
    statement_timeout: 60_000,
  });
  // Minimal, because errors are logged: the other formats quote a query's arguments.
  const transactionOptions = { maxWait: 10_000, timeout: 30_000 };
  return {
    opening,
    adapter,
    client: new PrismaClient({ adapter, transactionOptions, errorFormat: "minimal" }),
  };
}

type Pools = Partial<Record<PoolName, ReturnType<typeof open>>>;

const kept = singleton("database", (): Pools => ({}));

/** Created on first use, so that importing a verb needs no database. */
function poolFor(scope: Scope) {
  const name = scope === "accounts" ? "accounts" : "books";
  kept[name] ??= open(name);
  return kept[name];
}

/**
 * The database as `scope` sees it, and the only way to it: PostgreSQL shows a company only its own rows,
 * also to a query without a filter. Every call is a transaction of its own; use
 * `$transaction` for several, which is also faster. A company has only some of the connections at once.
 */
export function db(scope: Scope): ScopedDb {
  const { client, opening } = poolFor(scope);
  const transact = <T>(
    isRead: boolean,
    work: (tx: Tx) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T> => {
    const begin = () => opening.run({ scope, isRead }, () => client.$transaction(work, options));
    // A nested transaction takes no turn of its own: it could wait for one that waits for it.
    const isWithin = opening.getStore() !== undefined;
    return typeof scope === "string" || isWithin
      ? begin()
      : inConnectionTurn("orm", scope.companyId, begin);
  };
  const inScope: ScopedDb["$transaction"] = (work, options) => transact(false, work, options);
  return new Proxy<object>(client, {
    get: (target, name) =>
      name === "$transaction" ? inScope : single(Reflect.get(target, name), name, transact),
  }) as ScopedDb;
}

/** The ORM's calls that write nothing, without those that run a statement as it is given. */
const READS = new Set<string | symbol>([
  ...["findUnique", "findUniqueOrThrow", "findFirst", "findFirstOrThrow", "findMany"],
  ...["count", "aggregate", "groupBy"],
]);

/** Runs `db(scope).deposit.count(…)` or `` db(scope).$queryRaw`…` `` in its own transaction. */
function single(
  member: unknown,
  name: string | symbol,
  transact: (isRead: boolean, work: (tx: Tx) => Promise<unknown>) => Promise<unknown>,
) {
  if (typeof member === "function") {
    return (...args: unknown[]) =>
      transact(false, (tx) => Reflect.apply(Reflect.get(tx, name), tx, args));
  }
  return new Proxy(Object(member), {
    get:
      (_model, operation) =>
      (...args: unknown[]) =>
        transact(READS.has(operation), (tx) => {
          const model = Reflect.get(tx, name);
          return Reflect.apply(Reflect.get(model, operation), model, args);
        }),
  });
}

/** The open pools of this process, by name. */
export function openPools(): Record<string, PoolCounts> {
  const orm = kept.books?.adapter.pool;
  const accounts = kept.accounts?.adapter.pool;
  return { ...(orm && { orm }), ...(accounts && { orm_accounts: accounts }), ...readerPools() };
}

/** Closes the pools, for tests, command-line programs and a graceful stop. */
export async function closeDb(): Promise<void> {
  const opened = [kept.books, kept.accounts];
  delete kept.books;
  delete kept.accounts;
  await Promise.all([...opened.map((pool) => pool?.client.$disconnect()), closeReaders()]);
}

/** True when a write violated a unique index: another writer was first. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}

/** Each prepared plan takes memory per connection: further statements are planned on every call. */
const MAX_NAMES = 200;
/** A text that depends on the number of its values may never come again. */
const WORTH_A_NAME = 3;
const MAX_COUNTED = 1_000;

/**
 * Names for the ORM's statements, by which the database keeps them prepared per connection: parsing and planning a
 * statement behind row level security takes it longer than most of them run.
 * @returns of each statement its name, or "" for one that is not worth it
 */
export function statementNames(): (query: { sql: string; args: readonly unknown[] }) => string {
  const names = new Map<string, string>();
  const counted = new Map<string, number>();
  return ({ sql, args }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    // BEGIN and the like, which may be several statements in one text.
    if (args.length === 0 || names.size >= MAX_NAMES) return "";
    const times = (counted.get(sql) ?? 0) + 1;
    if (times < WORTH_A_NAME) {
      if (counted.size >= MAX_COUNTED) counted.clear();
      counted.set(sql, times);
      return "";
    }
    counted.delete(sql);
    const name = `orm_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
