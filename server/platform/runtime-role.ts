import { log } from "./logger";

/**
 * The role that runs the product's statements: it owns nothing and cannot bypass row level security.
 * prisma/runtime-role.ts creates and maintains it.
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
 * The role to switch to, looked up once per pool; null where the database user may not switch to it. Row
 * level security still applies to that user, unless the user bypasses it, which is logged.
 */
export function runtimeRole(pool: object, ask: AskFirst): Promise<string | null> {
  const known = found.get(pool) ?? find(ask);
  found.set(pool, known);
  // A failed lookup is not cached.
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
