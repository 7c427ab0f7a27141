import pg from "pg";
import { encrypt, rootKey } from "@/server/platform/crypto/cipher";
import { getEnv } from "@/server/platform/env";
import { databaseUrl } from "../database";

/** A seeded company: its session, and its pending work. */
export interface SeededCompany {
  companyId: string;
  token: string;
  pending: number[];
  suggested: number[];
  /** All of them, for reads. */
  deposits: number[];
}

const LINES_EACH = 3;
/** Of ten deposits, one is pending, one suggested, one matched, and seven are posted. */
const STATUS = `(ARRAY['pending','suggested','matched','posted']::deposit_status[])[least(1 + n % 10, 4)]`;

/** Never opened; but a product is ready only where its secret sealed what is in the database. */
const sealed = () =>
  Buffer.from(encrypt(rootKey(getEnv().APP_SECRET), Buffer.from("{}"), "made up")).toString("hex");

/**
 * Each for all companies in one statement, without the row triggers, whose effects are also written. Amounts
 * are unique within a company, so that the engine can be sure. Nothing is due by itself: no daily sync and no
 * token renewal. The books always count as just read, since their credentials are made up.
 */
const STATEMENTS = (deposits: number) => [
  `CREATE TEMP TABLE seeded AS
    SELECT c.id AS company_id, u.id AS user_id FROM companies c JOIN users u ON u.username = c.name`,
  "INSERT INTO memberships (company_id, user_id) SELECT company_id, user_id FROM seeded",
  "INSERT INTO company_settings (company_id, daily_sync) SELECT company_id, false FROM seeded",
  `INSERT INTO integrations (company_id, provider, external_account_id, credentials, settings,
      kept_alive_at, last_synced_at)
    SELECT company_id, p.provider, 'seeded-' || p.provider, '\\x${sealed()}', p.settings, now(), now() + interval '1 day'
    FROM seeded, (VALUES
      ('stripe'::provider, '{"categoryId":"31","categoryName":"Fees"}'::jsonb),
      ('quickbooks'::provider, '{}'::jsonb)) p (provider, settings)`,
  `INSERT INTO deposits (company_id, integration_id, provider_id, status, payout_status, txn_date, amount,
      currency, quickbooks_id)
    SELECT i.company_id, i.id, 'po_' || n, ${STATUS}, 'paid', current_date - n / 2, 0, 'USD',
      CASE WHEN n % 10 > 2 THEN n::text END
    FROM integrations i, generate_series(0, ${deposits - 1}) n WHERE i.provider = 'stripe'`,
  `INSERT INTO deposit_lines (company_id, deposit_id, provider_id, kind, provider_kind, date, gross, fee, net,
      currency, description, customer_name, reference)
    SELECT company_id, id, 'txn_' || id || '_' || k, 'charge', 'charge', txn_date, gross, fee, gross - fee,
      'USD', 'Order ' || id || '-' || k, 'Customer ' || md5(id || '-' || k), 'ch_' || id || '_' || k
    FROM (SELECT d.*, k, 5000 + (substr(d.provider_id, 4)::int * ${LINES_EACH} + k) * 37 AS gross,
        30 + (5000 + (substr(d.provider_id, 4)::int * ${LINES_EACH} + k) * 37) * 29 / 1000 AS fee
      FROM deposits d, generate_series(0, ${LINES_EACH - 1}) k) l`,
  `UPDATE deposits d SET amount = l.net
    FROM (SELECT company_id, deposit_id, sum(net) AS net FROM deposit_lines GROUP BY 1, 2) l
    WHERE l.company_id = d.company_id AND l.deposit_id = d.id`,
  `INSERT INTO deposit_counts (company_id, txn_date, status, currency, deposits, amount)
    SELECT company_id, txn_date, status, currency, count(*), sum(amount) FROM deposits GROUP BY 1, 2, 3, 4`,
  `INSERT INTO deposit_totals (company_id, status, currency, deposits, amount)
    SELECT company_id, status, currency, count(*), sum(amount) FROM deposits GROUP BY 1, 2, 3`,
  `INSERT INTO ledger_payments (company_id, integration_id, kind, provider_id, state, txn_date, amount,
      currency, customer_name, reference_number, deposited_on)
    SELECT l.company_id, i.id, 'Payment', l.id::text,
      CASE d.status WHEN 'posted' THEN 'deposited' ELSE 'open' END::ledger_payment_state,
      l.date, l.gross, 'USD', l.customer_name, l.reference, d.quickbooks_id
    FROM deposit_lines l JOIN deposits d ON d.company_id = l.company_id AND d.id = l.deposit_id
    JOIN integrations i ON i.company_id = l.company_id AND i.provider = 'quickbooks'`,
  `CREATE TEMP TABLE pairs AS
    SELECT l.company_id, d.id AS deposit_id, l.id AS line_id, p.id AS payment_id, d.status,
      gen_random_uuid() AS match_id
    FROM deposit_lines l JOIN deposits d ON d.company_id = l.company_id AND d.id = l.deposit_id
    JOIN ledger_payments p ON p.company_id = l.company_id AND p.provider_id = l.id::text
    WHERE d.status <> 'pending'`,
  `INSERT INTO matches (company_id, id, deposit_id, state, live, origin, kind, probability, currency, decided_at)
    SELECT company_id, match_id, deposit_id,
      CASE status WHEN 'suggested' THEN 'proposed' ELSE 'accepted' END::match_state, true,
      CASE status WHEN 'suggested' THEN 'suggestion' ELSE 'auto' END::match_origin, 'one_to_one', 0.97,
      'USD', CASE WHEN status <> 'suggested' THEN now() END
    FROM pairs`,
  `INSERT INTO match_lines (company_id, match_id, line_id, live)
    SELECT company_id, match_id, line_id, true FROM pairs`,
  `INSERT INTO match_payments (company_id, match_id, payment_id, live)
    SELECT company_id, match_id, payment_id, true FROM pairs`,
  `INSERT INTO postings (company_id, deposit_id, state, quickbooks_deposit_id, posted_at)
    SELECT company_id, id, 'posted', quickbooks_id, now() FROM deposits WHERE status = 'posted'`,
  `INSERT INTO audit_events (company_id, at, action, entity, entity_id)
    SELECT company_id, now() - make_interval(hours => substr(provider_id, 4)::int), 'deposit.posted',
      'deposit', id::text
    FROM deposits WHERE status = 'posted'`,
];

/** Seeds identical companies with this many deposits each, and signs a person in to each. */
export async function seedCompanies(companies: number, deposits: number): Promise<SeededCompany[]> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    await client.query("SET session_replication_role = replica");
    const names = Array.from({ length: companies }, (_, index) => `seeded-${index}`);
    await client.query("INSERT INTO companies (name) SELECT unnest($1::text[])", [names]);
    await client.query(
      `INSERT INTO users (username, username_key, email, email_key, email_verified_at)
        SELECT name, name, name || '@example.com', name || '@example.com', now() FROM unnest($1::text[]) name`,
      [names],
    );
    for (const statement of STATEMENTS(deposits)) await client.query(statement);
    await client.query("SET session_replication_role = DEFAULT");
    await client.query("VACUUM ANALYZE");
    return await signIn(client);
  } finally {
    await client.end();
  }
}

async function signIn(client: pg.Client): Promise<SeededCompany[]> {
  const { newSessionToken } = await import("@/server/accounts/sessions");
  const { rows } = await client.query<Omit<SeededCompany, "token"> & { userId: number }>(
    `SELECT p.company_id AS "companyId", p.user_id AS "userId",
      array_agg(d.id ORDER BY d.id) FILTER (WHERE d.status = 'pending') AS pending,
      array_agg(d.id ORDER BY d.id) FILTER (WHERE d.status = 'suggested') AS suggested,
      array_agg(d.id ORDER BY d.id) AS deposits
      FROM seeded p JOIN deposits d USING (company_id) GROUP BY 1, 2 ORDER BY 1`,
  );
  const signedIn: SeededCompany[] = [];
  for (const { userId, ...company } of rows) {
    const { token, tokenHash } = newSessionToken();
    await client.query(
      `INSERT INTO sessions (company_id, user_id, token_hash, expires_at)
        VALUES ($1, $2, $3, now() + interval '1 day')`,
      [company.companyId, userId, Buffer.from(tokenHash)],
    );
    signedIn.push({ ...company, token });
  }
  return signedIn;
}
