import pg from "pg";

const LINES_EACH = 3;

/** Each statement writes one set without the row triggers, and also writes what they would have written. */
const statements = (deposits: number) => [
  `INSERT INTO integrations (company_id, provider, external_account_id, credentials, settings) VALUES
    ($1, 'stripe', 'acct_bench', '\\x00', '{"categoryId":"31","categoryName":"Fees"}'),
    ($1, 'quickbooks', '9130', '\\x00', '{"bankId":"35","bankName":"Checking","bankCurrency":"USD"}')`,
  // Nine in ten are posted, the others wait for something.
  `INSERT INTO deposits (company_id, integration_id, provider_id, status, payout_status, txn_date,
      amount, currency, quickbooks_id)
    SELECT $1, i.id, 'po_' || n,
      (ARRAY['pending','suggested','matched','posted']::deposit_status[])[least(1 + n % 30, 4)],
      'paid', current_date - n / 100, 29040, 'USD', CASE WHEN n % 30 > 2 THEN n::text END
    FROM integrations i, generate_series(0, ${deposits - 1}) n
    WHERE i.company_id = $1 AND i.provider = 'stripe'`,
  `INSERT INTO deposit_counts (company_id, txn_date, status, currency, deposits, amount)
    SELECT company_id, txn_date, status, currency, count(*), sum(amount) FROM deposits
    WHERE company_id = $1 GROUP BY company_id, txn_date, status, currency`,
  `INSERT INTO deposit_totals (company_id, status, currency, deposits, amount)
    SELECT company_id, status, currency, count(*), sum(amount) FROM deposits
    WHERE company_id = $1 GROUP BY company_id, status, currency`,
  `INSERT INTO deposit_lines (company_id, deposit_id, provider_id, kind, provider_kind, date, gross,
      fee, net, currency, description, customer_name, reference)
    SELECT $1, d.id, 'txn_' || d.id || '_' || k, 'charge', 'charge', d.txn_date, 10000, 320, 9680,
      'USD', 'Order ' || d.id || '-' || k, 'Customer ' || (d.id * 7 + k) % 5000, 'ch_' || d.id
    FROM deposits d, generate_series(1, ${LINES_EACH}) k WHERE d.company_id = $1`,
  `INSERT INTO ledger_payments (company_id, integration_id, kind, provider_id, state, txn_date, amount,
      currency, customer_name, deposited_on)
    SELECT $1, i.id, 'Payment', l.id::text, 'deposited', l.date, 10000, 'USD', l.customer_name, '1'
    FROM deposit_lines l, integrations i
    WHERE l.company_id = $1 AND i.company_id = $1 AND i.provider = 'quickbooks'`,
  `INSERT INTO matches (company_id, deposit_id, state, live, origin, kind, probability, currency,
      decided_at)
    SELECT $1, d.id, CASE d.status WHEN 'suggested' THEN 'proposed' ELSE 'accepted' END::match_state,
      true, 'auto', 'many_to_many', 0.99, 'USD', now()
    FROM deposits d WHERE d.company_id = $1 AND d.status <> 'pending'`,
  `INSERT INTO match_lines (company_id, match_id, line_id, live)
    SELECT $1, m.id, l.id, true FROM matches m
    JOIN deposit_lines l ON l.company_id = $1 AND l.deposit_id = m.deposit_id
    WHERE m.company_id = $1`,
  `INSERT INTO postings (company_id, deposit_id, state, quickbooks_deposit_id, posted_at)
    SELECT $1, d.id, 'posted', d.quickbooks_id, now()
    FROM deposits d WHERE d.company_id = $1 AND d.status = 'posted'`,
  // Most are history; the dashboard counts the last day.
  `INSERT INTO audit_events (company_id, at, action, entity, entity_id)
    SELECT $1, now() - make_interval(mins => d.id % 500000 * 4), 'deposit.posted', 'deposit', d.id::text
    FROM deposits d WHERE d.company_id = $1`,
];

/** Gives a company so many deposits, a hundred a day, with their lines, payments, matches, postings and history. */
export async function fillBooks(
  databaseUrl: string,
  username: string,
  deposits: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ company_id: string }>(
      `SELECT m.company_id FROM memberships m JOIN users u ON u.id = m.user_id
        WHERE u.username = $1`,
      [username],
    );
    await client.query("SET session_replication_role = replica");
    for (const statement of statements(deposits))
      await client.query(statement, [rows[0]?.company_id]);
    await client.query("VACUUM ANALYZE");
  } finally {
    await client.end();
  }
}
