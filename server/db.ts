import { PrismaPg } from "@prisma/adapter-pg";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import { getEnv } from "@/server/env";

function createClient() {
  const adapter = new PrismaPg({
    connectionString: getEnv().DATABASE_URL,
    max: 10,
    connectionTimeoutMillis: 10_000,
    // No statement of ours takes this long; one that does must not hold a connection for ever.
    statement_timeout: 60_000,
  });
  return new PrismaClient({
    adapter,
    transactionOptions: { maxWait: 10_000, timeout: 30_000 },
  });
}

// Development reloads modules; one pool must survive that.
const kept = globalThis as typeof globalThis & { depositMatcherDb?: PrismaClient };

/** The one client. Made at first use, so that importing a verb needs no database. */
export function db(): PrismaClient {
  kept.depositMatcherDb ??= createClient();
  return kept.depositMatcherDb;
}

/** A running transaction: verbs that must be part of a larger change take one. */
export type Tx = Prisma.TransactionClient;

/** Closes the pool: tests, command-line programs, graceful stop. */
export async function closeDb(): Promise<void> {
  const client = kept.depositMatcherDb;
  delete kept.depositMatcherDb;
  await client?.$disconnect();
}

/** True when a write broke a unique index: somebody else was first. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
}
