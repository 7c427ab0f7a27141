import { randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";
import type { EmulatorState } from "@/emulators/state";
import type { UserRecord } from "@/lib/contracts/accounts";
import type { ConnectableId } from "@/lib/providers/list";
import { sealPurpose } from "@/server/connections/credentials";
import { decrypt, encrypt, rootKey } from "@/server/platform/crypto/cipher";
import { hashToken } from "@/server/platform/crypto/tokens";

/**
 * A company with all its rows, and the emulators as they were then. Every table's key begins with the company, so the
 * same rows can stand beside themselves under another company's id: a world is opened in any database, also that of a
 * product which runs.
 */
export interface Snapshot {
  takenAt: number;
  companyId: string;
  /** The account that owns it. */
  user: { id: number; password: string };
  /** Rows by table, each an array of JSON as PostgreSQL wrote it: JavaScript would round its large numbers. */
  rows: Record<string, string>;
  /** What is sealed in the rows, in clear text: each product has a secret of its own. */
  credentials: {
    integrationId: string;
    provider: ConnectableId;
    externalAccountId: string;
    value: string;
  }[];
  emulators: EmulatorState;
}

/** The account of an opened world. */
export interface Opened {
  companyId: string;
  user: UserRecord;
  password: string;
  /** The whole Authorization header. */
  token: string;
}

/** A database connection of the tables' owner, and the secret of the product on it. */
export interface Place {
  client: pg.Client;
  appSecret: string;
}

/** Copies of the user get a name of their own; other users of the company don't come along. */
const PERSON = "users";
/** A session belongs to a browser: the copy gets one of its own. Changes name transactions of the other database. */
const NOT_COPIED = new Set(["sessions", "api_tokens", "oauth_states", "company_changes"]);

/** Takes a company at rest: without work that waits or runs. */
export async function takeSnapshot(
  { client, appSecret }: Place,
  company: { companyId: string; userId: number; password: string },
  emulators: EmulatorState,
): Promise<Snapshot> {
  const { companyId, userId, password } = company;
  const rows: Snapshot["rows"] = {};
  const read = async (table: string, where: string, value: unknown) => {
    const { rows: found } = await client.query<{ rows: string; count: number }>(
      `SELECT coalesce(jsonb_agg(to_jsonb(t)), '[]')::text AS rows, count(*)::int AS count
       FROM ${table} t WHERE ${where} = $1`,
      [value],
    );
    if (found[0] && found[0].count > 0) rows[table] = found[0].rows;
  };
  await read(PERSON, "id", userId);
  await read("companies", "id", companyId);
  for (const table of await companyTables(client)) {
    if (!NOT_COPIED.has(table)) await read(table, "company_id", companyId);
  }
  const { rows: sealed } = await client.query<{
    id: string;
    provider: ConnectableId;
    account: string;
    credentials: Buffer;
  }>(
    `SELECT id, provider::text, external_account_id AS account, credentials FROM integrations
     WHERE company_id = $1 AND credentials IS NOT NULL`,
    [companyId],
  );
  const credentials = sealed.map(({ id, provider, account, credentials: value }) => {
    const purpose = sealPurpose({ companyId, provider, externalAccountId: account });
    const plain = decrypt(rootKey(appSecret), value, purpose).toString("utf8");
    return { integrationId: id, provider, externalAccountId: account, value: plain };
  });
  const user = { id: userId, password };
  return { takenAt: Date.now(), companyId, user, rows, credentials, emulators };
}

/**
 * Puts a copy of the company into a database, as if its past had happened just now.
 * @returns its owner, signed in. The emulators' state is the caller's to restore: see `emulatorsNow`.
 */
export async function openSnapshot(
  { client, appSecret }: Place,
  snapshot: Snapshot,
  username = `user-${randomBytes(6).toString("hex")}`,
): Promise<Opened> {
  const sinceMs = Date.now() - snapshot.takenAt;
  const companyId = randomUUID();
  await client.query("BEGIN");
  try {
    // The rows are consistent: neither counted again by triggers nor checked one by one.
    await client.query("SET LOCAL session_replication_role = replica");
    const { rows: ids } = await client.query<{ id: number }>(
      "SELECT nextval(pg_get_serial_sequence('users', 'id'))::int AS id",
    );
    const userId = ids[0]?.id ?? 0;
    // What QuickBooks holds is this copy's: the emulators are as they were when it was made.
    await client.query(
      `UPDATE postings SET owned_payout = NULL WHERE owned_payout IN
        (SELECT row ->> 'owned_payout' FROM jsonb_array_elements($1::jsonb) AS row)`,
      [snapshot.rows.postings ?? "[]"],
    );
    const columns = await columnsOf(client, Object.keys(snapshot.rows));
    for (const [table, json] of Object.entries(snapshot.rows)) {
      const into = (columns.get(table) ?? []).map(({ name }) => `"${name}"`).join(", ");
      const values = (columns.get(table) ?? []).map((column) => copied(table, column)).join(", ");
      await client.query(
        `INSERT INTO ${table} (${into}) OVERRIDING SYSTEM VALUE
         SELECT ${values} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) t
         -- Every insert takes the same parameters, also where it needs but some.
         WHERE ($2::uuid, $3::int, $4::int, $5::float8, $6::text) IS NOT NULL`,
        [json, companyId, snapshot.user.id, userId, sinceMs, username],
      );
    }
    for (const { integrationId, provider, externalAccountId, value } of snapshot.credentials) {
      const purpose = sealPurpose({ companyId, provider, externalAccountId });
      const later = Buffer.from(JSON.stringify(shiftTimes(JSON.parse(value), sinceMs)));
      await client.query(
        `UPDATE integrations SET credentials = $3 WHERE company_id = $2 AND id = ${ownUuid("$1")}`,
        [integrationId, companyId, Buffer.from(encrypt(rootKey(appSecret), later, purpose))],
      );
    }
    const token = randomBytes(32).toString("base64url");
    await client.query(
      `INSERT INTO sessions (token_hash, user_id, company_id, expires_at)
       VALUES ($1, $2, $3, now() + interval '30 days')`,
      [Buffer.from(hashToken(token)), userId, companyId],
    );
    await raiseSequences(client, Object.keys(snapshot.rows));
    const { rows: users } = await client.query<{ user: UserRecord }>(
      `SELECT jsonb_build_object('id', id, 'username', username, 'email', email, 'first_name', first_name,
         'last_name', last_name, 'date_joined',
         to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS "user"
       FROM users WHERE id = $1`,
      [userId],
    );
    await client.query("COMMIT");
    const [{ user } = { user: undefined }] = users;
    if (!user) throw new Error("The snapshot has no user");
    return { companyId, user, password: snapshot.user.password, token: `TOKEN ${token}` };
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** The emulators of a snapshot whose tokens are as old now as they were then. */
export function emulatorsNow({ emulators, takenAt }: Snapshot): EmulatorState {
  const { quickbooks } = emulators;
  const tokens = ["codes", "accessTokens", "refreshTokens"] as const;
  const sinceMs = Date.now() - takenAt;
  const shifted = tokens.map((kind) => [kind, shiftTimes(quickbooks[kind], sinceMs)]);
  return { ...emulators, quickbooks: { ...quickbooks, ...Object.fromEntries(shifted) } };
}

/** Moves what ends with "At" and is a time in milliseconds. */
function shiftTimes(value: unknown, byMs: number): unknown {
  if (Array.isArray(value)) return value.map((each) => shiftTimes(each, byMs));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === "number" && key.endsWith("At") && each > 0
        ? each + byMs
        : shiftTimes(each, byMs),
    ]),
  );
}

interface Column {
  name: string;
  isTime: boolean;
  isUuid: boolean;
  isUser: boolean;
}

/** SQL: the value of a column in the copy. */
function copied(table: string, { name, isTime, isUuid, isUser }: Column): string {
  const column = `t."${name}"`;
  if (name === "company_id" || (table === "companies" && name === "id")) return "$2::uuid";
  // Of the copy alone; references keep to it.
  if (isUuid) return ownUuid(column);
  if (table === PERSON) {
    if (name === "id") return "$4::int";
    if (name === "username" || name === "username_key") return "$6::text";
    if (name === "email" || name === "email_key") return "$6::text || '@example.com'";
  }
  // As the product names a new company.
  if (table === "companies" && name === "name") return "$6::text || '''s company'";
  if (isUser) return `CASE WHEN ${column} = $3::int THEN $4::int ELSE ${column} END`;
  if (isTime) return `${column} + make_interval(secs => $5::float8 / 1000)`;
  return column;
}

/** SQL: the copy's own id in place of `column`'s, with the version and variant of a random one. */
const ownUuid = (column: string) =>
  `overlay(overlay(md5($2::uuid || ${column}::text) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`;

async function companyTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'company_id' AND t.table_type = 'BASE TABLE'
     ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function columnsOf(client: pg.Client, tables: string[]): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<Column & { table: string }>(
    `SELECT table_name AS "table", column_name AS name, data_type LIKE 'timestamp%' AS "isTime",
       data_type = 'uuid' AS "isUuid",
       data_type = 'integer' AND (column_name = 'user_id' OR column_name LIKE '%\\_by') AS "isUser"
     FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY ($1) AND is_generated = 'NEVER'`,
    [tables],
  );
  return new Map(tables.map((table) => [table, rows.filter((row) => row.table === table)]));
}

/** New rows of the copied company must not get the ids of copied ones. */
async function raiseSequences(client: pg.Client, tables: string[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT table_name AS "table", column_name AS "column",
       pg_get_serial_sequence(table_name, column_name) AS sequence
     FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY ($1)
       AND pg_get_serial_sequence(table_name, column_name) IS NOT NULL`,
    [tables],
  );
  for (const { table, column, sequence } of rows) {
    await client.query(
      `SELECT setval('${sequence}', greatest((SELECT last_value FROM ${sequence}),
         (SELECT max("${column}") FROM ${table})))`,
    );
  }
}
