import pg from "pg";
import { DATABASE_URL } from "./addresses";
import type { Account } from "./api";

/** Rows that no screen can create: thousands, long names, and states that take a provider days to reach. */
export interface Books {
  companyId: string;
  /** @returns the first column of every row. */
  query: (sql: string, values?: unknown[]) => Promise<string[]>;
}

/** An account, and which of its companies is meant, where it has several. */
export type BooksOwner = Pick<Account, "user"> & { companyId?: string };

/** Runs `work` on the product's database without row level security, in the account's company. */
export async function withBooks<T>(
  { user, companyId: wanted }: BooksOwner,
  work: (books: Books) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  const query: Books["query"] = async (sql, values = []) => {
    const { rows } = await client.query({ text: sql, values, rowMode: "array" });
    return rows.map(([first]) => String(first));
  };
  try {
    const [companyId = ""] = await query(
      "SELECT company_id FROM memberships WHERE user_id = $1 AND company_id = coalesce($2, company_id)",
      [user.id, wanted ?? null],
    );
    return await work({ companyId, query });
  } finally {
    await client.end();
  }
}

/** Disconnects every company from its providers, without a call to them. */
export async function endConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  await client
    .query(
      `UPDATE integrations SET status = 'disconnected', credentials = NULL, disconnected_at = now()
       WHERE status <> 'disconnected'`,
    )
    .finally(() => client.end());
}

/** Stripe and QuickBooks with expired access: synced rows stay, and no provider is called. */
export async function seedProviders(
  { companyId, query }: Books,
  { bankName = "Checking" } = {},
): Promise<{ stripe: string; quickbooks: string }> {
  const [stripe = "", quickbooks = ""] = await query(
    `INSERT INTO integrations (company_id, provider, status, external_account_id, settings, credentials)
     VALUES ($1, 'stripe', 'expired', 'acct_1', '{}', '\\x01'),
       ($1, 'quickbooks', 'expired', '9130', jsonb_build_object('bankId', '35', 'bankName', $2::text, 'bankCurrency', 'USD'), '\\x01')
     RETURNING id`,
    [companyId, bankName],
  );
  return { stripe, quickbooks };
}

/** Payouts with only a known sum; number n (from 1) has day n and n × `step` cents. */
export async function seedPayouts(
  { companyId, query }: Books,
  integrationId: string,
  { count, step = 100, from = "2025-01-01" }: { count: number; step?: number; from?: string },
): Promise<number[]> {
  const ids = await query(
    `INSERT INTO deposits (company_id, integration_id, provider_id, payout_status, txn_date, amount,
       currency, itemized)
     SELECT $1, $2, 'po_' || n, 'paid', $5::date + (n - 1), n * $4::bigint, 'USD', false
     FROM generate_series(1, $3::int) n RETURNING id`,
    [companyId, integrationId, count, step, from],
  );
  return ids.map(Number);
}

/** A payout of one charge with its customer, and the customer's payment; amounts in minor units. */
export async function createSale(
  { companyId, query }: Books,
  providers: { stripe: string; quickbooks: string },
  sale: { number: number; gross: number; fee: number; customer: string; predicted?: boolean },
): Promise<{ depositId: number; lineId: number; paymentId: number }> {
  const { number, gross, fee, customer, predicted = false } = sale;
  const values = [companyId, providers.stripe, number, gross, fee, customer, predicted];
  const [depositId] = await query(
    `WITH d AS (
       INSERT INTO deposits (company_id, integration_id, provider_id, payout_status, txn_date, amount, currency)
       VALUES ($1, $2, 'po_sale_' || $3::int, 'paid', date '2026-03-01' + $3::int, $4::bigint - $5::bigint, 'USD')
       RETURNING company_id, id, txn_date),
     l AS (
       INSERT INTO deposit_lines (company_id, deposit_id, provider_id, kind, provider_kind, date, gross, fee,
         net, currency, customer_name, description, fee_predicted)
       SELECT company_id, id, 'txn_' || $3::int, 'charge', 'charge', txn_date, $4, $5,
         $4::bigint - $5::bigint, 'USD', $6, 'Invoice ' || $3::int, $7 FROM d)
     SELECT id FROM d`,
    values,
  );
  const [lineId] = await query(
    "SELECT id FROM deposit_lines WHERE company_id = $1 AND deposit_id = $2",
    [companyId, depositId],
  );
  const [paymentId] = await query(
    `INSERT INTO ledger_payments (company_id, integration_id, kind, provider_id, txn_date, amount, currency,
       customer_name)
     VALUES ($1, $2, 'Payment', 100 + $3::int, date '2026-03-01' + $3::int, $4, 'USD', $5) RETURNING id`,
    [companyId, providers.quickbooks, number, gross, customer],
  );
  return { depositId: Number(depositId), lineId: Number(lineId), paymentId: Number(paymentId) };
}

/** Accepts the sale's match. With a QuickBooks id it is posted, otherwise its posting has the given state. */
export async function seedMatch(
  { companyId, query }: Books,
  sale: { depositId: number; lineId: number; paymentId: number },
  posting: { state: "posted" | "failed" | "blocked"; quickbooksId?: string; message?: string },
): Promise<void> {
  const [matchId] = await query(
    `INSERT INTO matches (company_id, deposit_id, state, live, origin, kind, probability, currency, decided_at)
     VALUES ($1, $2, 'accepted', true, 'auto', 'one_to_one', 0.99, 'USD', now()) RETURNING id`,
    [companyId, sale.depositId],
  );
  const part = [companyId, matchId];
  await query("INSERT INTO match_lines VALUES ($1, $2, $3, true)", [...part, sale.lineId]);
  await query("INSERT INTO match_payments VALUES ($1, $2, $3, true)", [...part, sale.paymentId]);
  const { state, quickbooksId = null, message = "" } = posting;
  await query(
    `UPDATE deposits SET status = $3::deposit_status, quickbooks_id = $4
     WHERE company_id = $1 AND id = $2`,
    [companyId, sale.depositId, state === "posted" ? "posted" : "matched", quickbooksId],
  );
  await query(
    `INSERT INTO postings (company_id, deposit_id, state, quickbooks_deposit_id, message, posted_at)
     VALUES ($1, $2, $3::posting_state, $4, $5, CASE WHEN $3 = 'posted' THEN now() END)`,
    [companyId, sale.depositId, state, quickbooksId, message],
  );
}
