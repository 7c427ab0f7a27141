import pg from "pg";
import { RUNTIME_ROLE } from "@/server/platform/runtime-role";
import { QUEUE_ROLE } from "./keep-queue";
import { isMissingRole, isRefusal } from "./roles";

const OPERATIONS = 'See "The roles" in docs/operations.md';

/** What everyone may do in a new database, and the product needs not. */
const REVOKE_FROM_PUBLIC = `
  DO $$ BEGIN
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END $$`;

/**
 * Likewise, what only a superuser can take back: large objects in this database, which no policy covers, and the door to
 * the server's own databases, where this installation is alone on it.
 */
const REVOKE_AS_SUPERUSER = `
  DO $$
  DECLARE
    name text;
    own CONSTANT text[] := ARRAY['postgres', 'template0', 'template1'];
  BEGIN
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN RETURN; END IF;
    REVOKE EXECUTE ON FUNCTION lo_creat(int), lo_create(oid), lo_from_bytea(oid, bytea) FROM PUBLIC;
    IF EXISTS (SELECT FROM pg_database WHERE datname <> ALL (own || current_database()::text)) THEN RETURN; END IF;
    FOREACH name IN ARRAY array_remove(own, current_database()::text) LOOP
      IF EXISTS (SELECT FROM pg_database WHERE datname = name) THEN
        EXECUTE format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', name);
      END IF;
    END LOOP;
  END $$`;

const STATE = `
  SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication AS has_attributes,
    EXISTS (SELECT FROM pg_class WHERE pg_has_role($1, relowner, 'MEMBER')
      AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'pgboss'))) AS owns_tables
  FROM pg_roles WHERE rolname = $1`;

/** True when the product signs in as another user than the one that migrates. */
export function hasLoginOfItsOwn(productUrl: string, ownerUrl: string): boolean {
  return credentialsOf(productUrl).name !== credentialsOf(ownerUrl).name;
}

/**
 * Creates the login that `productUrl` names, and grants it the product's two roles: it reads and writes rows,
 * and owns nothing. An existing login keeps its password and attributes; logs what is wrong with them.
 * @param client connected as the owner of the tables.
 * @throws Error with one clear sentence when the login is missing and this user may not create it, or may
 * not grant the roles.
 */
export async function keepProductLogin(
  client: pg.Client,
  productUrl: string,
  log: (line: string) => void,
): Promise<void> {
  const { name, password } = credentialsOf(productUrl);
  try {
    await create(client, name, password);
    await join(client, name);
    await client.query(REVOKE_FROM_PUBLIC);
    await client.query(REVOKE_AS_SUPERUSER);
  } catch (error) {
    if (!isRefusal(error) && !isMissingRole(error)) throw error;
    const reason = error instanceof Error ? error.message : "";
    throw new Error(
      `The user in MIGRATE_DATABASE_URL can't give the user ${name} of DATABASE_URL its rights: ${reason}. ${OPERATIONS}.`,
      { cause: error },
    );
  }
  const { rows } = await client.query(STATE, [name]);
  if (rows[0]?.has_attributes || rows[0]?.owns_tables) {
    log(
      `The user ${name} of DATABASE_URL ${rows[0].owns_tables ? "owns tables or may become their owner" : "has more rights than the product needs"}. ${OPERATIONS}.`,
    );
  }
  await trySigningIn(productUrl, name, log);
}

async function create(client: pg.Client, name: string, password: string | undefined) {
  const known = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  if (known.rowCount !== 0) return;
  const secret = password === undefined ? "" : `PASSWORD ${client.escapeLiteral(password)}`;
  await client.query(`CREATE ROLE ${client.escapeIdentifier(name)} LOGIN ${secret}`);
}

async function join(client: pg.Client, name: string): Promise<void> {
  for (const role of [RUNTIME_ROLE, QUEUE_ROLE]) {
    const { rows } = await client.query("SELECT pg_has_role($1, $2, 'USAGE') AS joined", [
      name,
      role,
    ]);
    if (!rows[0]?.joined) await client.query(`GRANT ${role} TO ${client.escapeIdentifier(name)}`);
  }
}

/** The product says so itself when it can't sign in, but only where somebody reads its log. */
async function trySigningIn(url: string, name: string, log: (line: string) => void) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log(
      `The product can't sign in as ${name} yet: ${reason}. After a change of its password in DATABASE_URL, run ALTER ROLE ${name} PASSWORD '…' as an administrator.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** As the driver reads them, which knows more spellings than a URL's user and password. */
function credentialsOf(url: string): { name: string; password: string | undefined } {
  const { user, password } = new pg.Client({ connectionString: url });
  if (!user) throw new Error("DATABASE_URL and MIGRATE_DATABASE_URL must each name their user.");
  return { name: user, password: password ?? undefined };
}
