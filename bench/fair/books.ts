import pg from "pg";
import { databaseUrl } from "../database";

/** Deposits of one kind, and the payments that explain them. */
export interface Fill {
  /** Unique within the company. */
  name: string;
  status: "pending" | "suggested" | "posted";
  deposits: number;
  linesEach: number;
  /** Of the nth line: an SQL expression. Minor units. */
  gross: string;
  /** Without names only amounts and dates are left to compare. */
  hasNames: boolean;
}

/** Without the row triggers, whose effects are also written. Nothing is due by itself. */
const CONNECT = `INSERT INTO integrations (company_id, provider, external_account_id, credentials, settings,
    kept_alive_at, last_synced_at)
  SELECT $1, p.provider, 'filled-' || p.provider, '\\x00', p.settings, now(), now() + interval '1 day'
  FROM (VALUES ('stripe'::provider, '{"categoryId":"31","categoryName":"Fees"}'::jsonb),
    ('quickbooks'::provider, '{}'::jsonb)) p (provider, settings)
  ON CONFLICT DO NOTHING`;

/** So many rows are new that PostgreSQL would expect none of them. */
const ANALYZE = "ANALYZE deposits, deposit_lines, ledger_payments";

const statements = ({ name, status, deposits, linesEach, gross, hasNames }: Fill) => [
  `INSERT INTO deposits (company_id, integration_id, provider_id, status, payout_status, txn_date, amount,
      currency, quickbooks_id)
    SELECT $1, i.id, 'po_${name}_' || n, '${status}', 'paid', current_date - (n / 100)::int, 0, 'USD',
      CASE WHEN '${status}' = 'posted' THEN n::text END
    FROM integrations i, generate_series(0, ${deposits - 1}) n
    WHERE i.company_id = $1 AND i.provider = 'stripe'`,
  `INSERT INTO deposit_lines (company_id, deposit_id, provider_id, kind, provider_kind, date, gross, fee, net,
      currency, description, customer_name, reference)
    SELECT $1, id, 'txn_${name}_' || n, 'charge', 'charge', txn_date, ${gross}, 30, ${gross} - 30, 'USD', '',
      CASE WHEN ${hasNames} THEN 'Customer ' || md5('${name}' || n) ELSE '' END, ''
    FROM (SELECT d.id, d.txn_date, split_part(d.provider_id, '_', 3)::int * ${linesEach} + k AS n
      FROM deposits d, generate_series(0, ${linesEach - 1}) k
      WHERE d.company_id = $1 AND d.provider_id LIKE 'po_${name}_%') line`,
  ANALYZE,
  `UPDATE deposits d SET amount = l.net
    FROM (SELECT deposit_id, sum(net) AS net FROM deposit_lines WHERE company_id = $1 GROUP BY 1) l
    WHERE d.company_id = $1 AND l.deposit_id = d.id`,
  `INSERT INTO ledger_payments (company_id, integration_id, kind, provider_id, state, txn_date, amount,
      currency, customer_name, deposited_on)
    SELECT $1, i.id, 'Payment', l.id::text,
      CASE d.status WHEN 'posted' THEN 'deposited' ELSE 'open' END::ledger_payment_state,
      l.date, l.gross, 'USD', l.customer_name, d.quickbooks_id
    FROM deposit_lines l JOIN deposits d ON d.company_id = $1 AND d.id = l.deposit_id
    JOIN integrations i ON i.company_id = $1 AND i.provider = 'quickbooks'
    WHERE l.company_id = $1 AND d.provider_id LIKE 'po_${name}_%'`,
  ANALYZE,
  `CREATE TEMP TABLE pairs ON COMMIT DROP AS
    SELECT d.id AS deposit_id, l.id AS line_id, p.id AS payment_id, gen_random_uuid() AS match_id, d.status
    FROM deposit_lines l JOIN deposits d ON d.company_id = $1 AND d.id = l.deposit_id
    JOIN integrations i ON i.company_id = $1 AND i.provider = 'quickbooks'
    JOIN ledger_payments p ON p.company_id = $1 AND p.integration_id = i.id AND p.provider_id = l.id::text
    WHERE l.company_id = $1 AND d.provider_id LIKE 'po_${name}_%' AND d.status <> 'pending'`,
  `INSERT INTO matches (company_id, id, deposit_id, state, live, origin, kind, probability, currency, decided_at)
    SELECT $1, match_id, deposit_id,
      CASE status WHEN 'suggested' THEN 'proposed' ELSE 'accepted' END::match_state, true,
      CASE status WHEN 'suggested' THEN 'suggestion' ELSE 'auto' END::match_origin, 'one_to_one', 0.97, 'USD',
      CASE WHEN status <> 'suggested' THEN now() END
    FROM pairs`,
  `INSERT INTO match_lines (company_id, match_id, line_id, live) SELECT $1, match_id, line_id, true FROM pairs`,
  `INSERT INTO match_payments (company_id, match_id, payment_id, live)
    SELECT $1, match_id, payment_id, true FROM pairs`,
  `INSERT INTO postings (company_id, deposit_id, state, quickbooks_deposit_id, posted_at)
    SELECT $1, id, 'posted', quickbooks_id, now() FROM deposits
    WHERE company_id = $1 AND status = 'posted' AND provider_id LIKE 'po_${name}_%'`,
];

const COUNTS = [
  "DELETE FROM deposit_counts WHERE company_id = $1",
  "DELETE FROM deposit_totals WHERE company_id = $1",
  `INSERT INTO deposit_counts (company_id, txn_date, status, currency, deposits, amount)
    SELECT company_id, txn_date, status, currency, count(*), sum(amount) FROM deposits
    WHERE company_id = $1 GROUP BY 1, 2, 3, 4`,
  `INSERT INTO deposit_totals (company_id, status, currency, deposits, amount)
    SELECT company_id, status, currency, count(*), sum(amount) FROM deposits WHERE company_id = $1 GROUP BY 1, 2, 3`,
];

/** Runs `work` with a connection of its own. */
async function connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Writes a company's books. @returns its deposits, in order, by the name of their fill */
export function fillCompany(username: string, fills: Fill[]): Promise<Record<string, number[]>> {
  return connected(async (client) => {
    const company = [await companyOf(client, username)];
    await client.query("SET session_replication_role = replica");
    await client.query("BEGIN");
    // Only the requests ask for the engine.
    await client.query(
      "UPDATE company_settings SET daily_sync = false WHERE company_id = $1",
      company,
    );
    await client.query(CONNECT, company);
    await client.query("COMMIT");
    for (const fill of fills) {
      await client.query("BEGIN");
      for (const statement of statements(fill)) {
        await client.query(statement, statement.includes("$1") ? company : []);
      }
      await client.query("COMMIT");
    }
    for (const statement of COUNTS) await client.query(statement, company);
    await client.query("SET session_replication_role = DEFAULT");
    await client.query("VACUUM ANALYZE");
    const ids: Record<string, number[]> = {};
    for (const { name } of fills) {
      const { rows } = await client.query<{ id: number }>(
        "SELECT id FROM deposits WHERE company_id = $1 AND provider_id LIKE $2 ORDER BY id",
        [company[0], `po_${name}_%`],
      );
      ids[name] = rows.map(({ id }) => id);
    }
    return ids;
  });
}

async function companyOf(client: pg.Client, username: string): Promise<string> {
  const { rows } = await client.query<{ company_id: string }>(
    "SELECT m.company_id FROM memberships m JOIN users u ON u.id = m.user_id WHERE u.username = $1",
    [username],
  );
  const [row] = rows;
  if (!row) throw new Error(`${username} has no company`);
  return row.company_id;
}

/** The queries that name a deposit's line each. */
export function linesOf(deposits: readonly number[]): Promise<string[]> {
  return connected(async (client) => {
    const { rows } = await client.query<{ query: string }>(
      `SELECT 'deposit_id=' || deposit_id || '&line_id=' || id AS query FROM deposit_lines
        WHERE deposit_id = ANY ($1) ORDER BY id`,
      [deposits],
    );
    return rows.map(({ query }) => query);
  });
}

/** What was really posted, of the company that is connected to the emulators. */
export function reallyPosted(): Promise<number[]> {
  return connected(async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `SELECT d.id FROM deposits d
        JOIN integrations i ON i.company_id = d.company_id AND i.id = d.integration_id
        WHERE d.status = 'posted' AND i.external_account_id NOT LIKE 'filled-%' ORDER BY d.id`,
    );
    return rows.map(({ id }) => id);
  });
}

interface Added {
  role: "owner" | "viewer";
  users: number;
  /** Of each user. */
  sessions: number;
}

/** Further users of a company, signed in. @returns their tokens */
export function addUsers(username: string, { role, users, sessions }: Added): Promise<string[]> {
  return connected(async (client) => {
    const company = await companyOf(client, username);
    const { newSessionToken } = await import("@/server/accounts/sessions");
    const tokens: string[] = [];
    for (let index = 0; index < users; index += 1) {
      const name = `${username}-${role}-${index}`;
      const { rows } = await client.query<{ id: number }>(
        `INSERT INTO users (username, username_key, email, email_key)
          VALUES ($1, $1, $2, $2) RETURNING id`,
        [name, `${name}@example.com`],
      );
      const id = rows[0]?.id;
      await client.query(
        "INSERT INTO memberships (company_id, user_id, role) VALUES ($1, $2, $3)",
        [company, id, role],
      );
      for (let session = 0; session < sessions; session += 1) {
        const { token, tokenHash } = newSessionToken();
        await client.query(
          `INSERT INTO sessions (company_id, user_id, token_hash, expires_at)
            VALUES ($1, $2, $3, now() + interval '1 day')`,
          [company, id, Buffer.from(tokenHash)],
        );
        tokens.push(token);
      }
    }
    return tokens;
  });
}
