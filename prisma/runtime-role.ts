import type pg from "pg";
import { RUNTIME_ROLE } from "@/server/platform/runtime-role";
import { createGroup, isRefusal } from "./roles";

const JOIN = `
  DO $$ BEGIN
    IF NOT pg_has_role('${RUNTIME_ROLE}', 'USAGE') THEN
      EXECUTE format('GRANT ${RUNTIME_ROLE} TO %I', current_user);
    END IF;
  END $$`;

/** Access to rows only; audit rows can be inserted, not changed. */
const GRANTS = `
  GRANT USAGE ON SCHEMA public TO ${RUNTIME_ROLE};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${RUNTIME_ROLE};
  GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${RUNTIME_ROLE};
  REVOKE ALL ON _prisma_migrations FROM ${RUNTIME_ROLE};
  REVOKE UPDATE, DELETE ON audit_events FROM ${RUNTIME_ROLE}`;

const STATE = `
  SELECT
    (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = '${RUNTIME_ROLE}') AS role_unbound,
    (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS user_unbound`;

/**
 * Creates and maintains the role that runs the product's statements. Where the database user may not
 * create roles, logs in one line what that means and what an administrator can do; the product runs
 * either way.
 * @param isProduct the product signs in as this user, too, so it has to be able to take on the role.
 */
export async function keepRuntimeRole(
  client: pg.Client,
  { log, isProduct }: { log: (line: string) => void; isProduct: boolean },
): Promise<void> {
  const failure = await grant(client, isProduct);
  const { rows } = await client.query(STATE);
  const { role_unbound: roleUnbound, user_unbound: userUnbound } = rows[0] ?? {};
  if (roleUnbound) {
    log(
      `The role ${RUNTIME_ROLE} is above row level security: ALTER ROLE ${RUNTIME_ROLE} NOSUPERUSER NOBYPASSRLS.`,
    );
  }
  if (failure === undefined || !isProduct) return;
  log(
    userUnbound
      ? `Row level security is NOT in force: the database user is above it and ${failure}. See "A database of your own" in docs/operations.md.`
      : `Row level security binds the database user itself; for fewer rights still, it ${failure}. See "A database of your own" in docs/operations.md.`,
  );
}

/** @returns what an administrator has to do; undefined when everything is granted. */
async function grant(client: pg.Client, isProduct: boolean): Promise<string | undefined> {
  try {
    await client.query(createGroup(RUNTIME_ROLE));
    if (isProduct) await client.query(JOIN);
    await client.query(GRANTS);
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return `may not take on the role ${RUNTIME_ROLE}`;
  }
}
