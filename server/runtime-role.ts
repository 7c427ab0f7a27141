import { log } from "@/server/logger";

/**
 * The role that the product's statements run as: it owns nothing and may not step around row level
 * security. Made and kept by prisma/runtime-role.ts.
 */
export const RUNTIME_ROLE = "deposit_matcher_app";

const FIND = `
  SELECT EXISTS (SELECT FROM pg_roles
      WHERE rolname = '${RUNTIME_ROLE}' AND pg_has_role(oid, 'MEMBER')) AS usable,
    EXISTS (SELECT FROM pg_roles
      WHERE rolname = current_user AND (rolsuper OR rolbypassrls)) AS unbound`;

/** Runs a statement outside any scope. @returns its first row's values, in order */
type AskFirst = (sql: string) => Promise<readonly unknown[]>;

const found = new WeakMap<object, Promise<string | null>>();

/**
 * The role to take on, looked up once per pool of connections; null where the database user may not.
 * Row level security then still binds the user itself, unless it is one that nothing binds: that is
 * logged.
 */
export function runtimeRole(pool: object, ask: AskFirst): Promise<string | null> {
  const known = found.get(pool) ?? find(ask);
  found.set(pool, known);
  // A database that was away must not decide for good.
  known.catch(() => found.delete(pool));
  return known;
}

async function find(ask: AskFirst): Promise<string | null> {
  const [usable, unbound] = await ask(FIND);
  if (usable) return RUNTIME_ROLE;
  if (unbound) {
    log().error(
      `row level security is NOT in force: the database user is above it and may not take on the role ${RUNTIME_ROLE}; see docs/operations.md`,
    );
  }
  return null;
}
