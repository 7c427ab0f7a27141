import pg from "pg";
import { clientNames } from "./client-names";

const CLIENTS = 299;

/** What each client needs, by its number: four of ten nothing. */
const CLIENTS_TABLE = `
  CREATE TEMP TABLE clients AS
    SELECT gen_random_uuid() AS id, name, n,
      CASE WHEN n % 9 = 4 THEN 'EUR' WHEN n % 11 = 6 THEN 'GBP' ELSE 'USD' END AS currency,
      CASE WHEN n % 10 > 3 AND n % 3 = 0 THEN 1 + n * 613 % 1009 % 14 ELSE 0 END AS suggested,
      CASE WHEN n % 10 > 3 AND n % 7 < 3 THEN 1 + n * 401 % 997 % 11 ELSE 0 END AS pending,
      CASE WHEN n % 23 = 5 THEN 1 + n % 2 ELSE 0 END AS failed,
      CASE WHEN n % 13 > 1 THEN 3 + n % 5 ELSE 0 END AS posted
    FROM (SELECT name, (place * 7919 % 10007)::int AS n FROM named) numbered`;

/** The connections are made up: nothing of them is due, so nothing is synced or renewed. */
const BOOKS = [
  "INSERT INTO companies (id, name) SELECT id, name FROM clients",
  "INSERT INTO memberships (company_id, user_id, role) SELECT id, user_id, 'bookkeeper' FROM clients, reader",
  "UPDATE users SET email_verified_at = now() WHERE id IN (SELECT user_id FROM reader)",
  "INSERT INTO company_settings (company_id, daily_sync) SELECT id, false FROM clients",
  `INSERT INTO integrations (company_id, provider, external_account_id, credentials, status, ends_at, kept_alive_at,
      last_synced_at)
    SELECT id, provider::provider, provider || '-' || n, '\\x00',
      CASE WHEN provider = 'quickbooks' AND n % 41 = 7 THEN 'expired' ELSE 'connected' END::integration_status,
      CASE WHEN provider = 'quickbooks' AND n % 29 = 3 THEN now() + interval '9 days' END,
      now(), now() - make_interval(mins => 5 + n * 13 % 1400)
    FROM clients, unnest(ARRAY['stripe', 'quickbooks']) provider WHERE n % 50 <> 11`,
  `INSERT INTO deposits (company_id, integration_id, provider_id, status, payout_status, txn_date, amount, currency,
      quickbooks_id)
    SELECT c.id, i.id, 'po_' || w.status || '_' || k, w.status::deposit_status, 'paid',
      current_date - (2 + (c.n * 3 + k * 5) % 40), 5000 + (c.n * 7919 + k * 104729) % 900000, c.currency,
      CASE WHEN w.status = 'posted' THEN 'd' || k END
    FROM clients c JOIN integrations i ON i.company_id = c.id AND i.provider = 'stripe',
      LATERAL (VALUES ('suggested', c.suggested), ('pending', c.pending), ('matched', c.failed),
        ('posted', c.posted)) w (status, many),
      generate_series(1, w.many) k`,
  `INSERT INTO deposit_lines (company_id, deposit_id, provider_id, kind, provider_kind, date, gross, fee, net, currency,
      description, customer_name, reference)
    SELECT d.company_id, d.id, 'txn_' || d.id, 'charge', 'charge', d.txn_date, d.amount, 0, d.amount, d.currency,
      'Order ' || d.id, 'Customer ' || d.id, 'ch_' || d.id
    FROM deposits d JOIN clients c ON c.id = d.company_id`,
  `INSERT INTO postings (company_id, deposit_id, state)
    SELECT d.company_id, d.id, 'failed' FROM deposits d JOIN clients c ON c.id = d.company_id
    WHERE d.status = 'matched'`,
  `INSERT INTO postings (company_id, deposit_id, state, quickbooks_deposit_id, posted_at)
    SELECT d.company_id, d.id, 'posted', d.quickbooks_id, d.txn_date + interval '1 day' FROM deposits d
    JOIN clients c ON c.id = d.company_id WHERE d.status = 'posted'`,
];

/** Makes a user the bookkeeper of 299 clients, in addition to the company that they signed up with. */
export async function seedClients(databaseUrl: string, userId: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // A statement that creates a table takes no values.
    await client.query("CREATE TEMP TABLE named (name text, place serial)");
    await client.query("INSERT INTO named SELECT unnest($1::text[])", [clientNames(CLIENTS)]);
    await client.query("CREATE TEMP TABLE reader (user_id int)");
    await client.query("INSERT INTO reader VALUES ($1)", [userId]);
    // In one transaction: a deposit's lines add up to it at its end.
    await client.query("BEGIN");
    for (const statement of [CLIENTS_TABLE, ...BOOKS]) await client.query(statement);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}
