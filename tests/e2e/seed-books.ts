import { type Books, type BooksOwner, withBooks } from "./books";

/** Rows for a company without providers: these tests are about screens. */
interface Plan {
  payments?: SeededPayment[];
  deposits?: SeededDeposit[];
}

interface SeededPayment {
  id: string;
  /** Minor units of USD. */
  amount: number;
  customer: string;
  date?: string;
  /** QuickBooks' id of the customer. */
  customerId?: string;
  note?: string;
  /** "Check" */
  method?: string;
}

export interface SeededDeposit {
  id: string;
  lines: { amount: number; fee?: number; customer: string }[];
  processor?: "stripe" | "authorizenet";
  date?: string;
  /** The engine proposes this payment for all of its lines. */
  suggested?: { payment: string; probability: number; evidence?: object[] };
  /** The engine proposes these payments for single lines, which are counted from 1; the deposit stays pending. */
  proposed?: { line: number; payment: string }[];
}

const DAY = "2026-03-05";

/** Seeds deposits and payments for the owner's company, without live connections. */
export function seedBooks(
  owner: BooksOwner,
  { payments = [], deposits = [] }: Plan,
): Promise<void> {
  return withBooks(owner, async (books) => {
    // One transaction: its commit checks lines against their deposit.
    await books.query("BEGIN");
    await connect(books);
    await seedPayments(books, payments);
    await seedDeposits(books, deposits);
    await seedSuggestions(books, deposits);
    await books.query("COMMIT");
  });
}

/** Freshly synced, so that no sync is started. */
async function connect({ companyId, query }: Books): Promise<void> {
  await query(
    `INSERT INTO integrations (company_id, provider, external_account_id, credentials, last_synced_at)
     SELECT $1, provider, 'seeded ' || provider, '\\x01', now() + interval '1 day'
     FROM unnest('{stripe,authorizenet,quickbooks}'::provider[]) provider`,
    [companyId],
  );
}

async function seedPayments({ companyId, query }: Books, payments: SeededPayment[]) {
  await query(
    `INSERT INTO ledger_payments (company_id, integration_id, kind, provider_id, txn_date, amount,
       currency, customer_name, customer_id, note, payment_method)
     SELECT $1, i.id, 'Payment', p.id, coalesce(p.date, '${DAY}'), p.amount, 'USD', p.customer,
       coalesce(p."customerId", ''), coalesce(p.note, ''), coalesce(p.method, '')
     FROM jsonb_to_recordset($2::jsonb) AS p(id text, amount bigint, customer text, date date,
       "customerId" text, note text, method text)
     JOIN integrations i ON i.company_id = $1 AND i.provider = 'quickbooks'`,
    [companyId, JSON.stringify(payments)],
  );
}

async function seedDeposits({ companyId, query }: Books, deposits: SeededDeposit[]) {
  const json = JSON.stringify(deposits);
  await query(
    `INSERT INTO deposits (company_id, integration_id, provider_id, status, payout_status, txn_date,
       amount, currency)
     SELECT $1, i.id, d.id, (CASE WHEN d.suggested IS NULL THEN 'pending' ELSE 'suggested' END)::deposit_status,
       'paid', coalesce(d.date, '${DAY}'),
       (SELECT sum((l ->> 'amount')::bigint - coalesce((l ->> 'fee')::bigint, 0))
        FROM jsonb_array_elements(d.lines) l), 'USD'
     FROM jsonb_to_recordset($2::jsonb)
       AS d(id text, lines jsonb, processor text, date date, suggested jsonb)
     JOIN integrations i ON i.company_id = $1
       AND i.provider = coalesce(d.processor, 'stripe')::provider`,
    [companyId, json],
  );
  await query(
    `INSERT INTO deposit_lines (company_id, deposit_id, provider_id, kind, provider_kind, date, gross,
       fee, net, currency, customer_name)
     SELECT $1, stored.id, l.n::text, 'charge', 'charge', stored.txn_date, l.gross, l.fee,
       l.gross - l.fee, 'USD', l.customer
     FROM jsonb_to_recordset($2::jsonb) AS d(id text, lines jsonb)
     JOIN deposits stored ON stored.company_id = $1 AND stored.provider_id = d.id
     CROSS JOIN LATERAL (
       SELECT n, (line ->> 'amount')::bigint AS gross, coalesce((line ->> 'fee')::bigint, 0) AS fee,
         line ->> 'customer' AS customer
       FROM jsonb_array_elements(d.lines) WITH ORDINALITY AS each(line, n)) l
     ORDER BY stored.id, l.n`,
    [companyId, json],
  );
}

async function seedSuggestions({ companyId, query }: Books, deposits: SeededDeposit[]) {
  const suggestions = deposits.flatMap(({ id, suggested, proposed = [] }) => [
    ...(suggested ? [{ id, evidence: [], ...suggested }] : []),
    ...proposed.map((each) => ({ id, evidence: [], probability: 0.99, ...each })),
  ]);
  await query(
    `WITH planned AS (
       SELECT gen_random_uuid() AS match_id, d.id AS deposit_id, p.id AS payment_id, s.probability,
         s.evidence, s.line
       FROM jsonb_to_recordset($2::jsonb)
         AS s(id text, payment text, probability float, evidence jsonb, line text)
       JOIN deposits d ON d.company_id = $1 AND d.provider_id = s.id
       JOIN ledger_payments p ON p.company_id = $1 AND p.provider_id = s.payment
     ), made AS (
       INSERT INTO matches (company_id, id, deposit_id, state, live, origin, kind, probability,
         currency, evidence)
       SELECT $1, match_id, deposit_id, 'proposed', true, 'suggestion', 'one_to_one', probability,
         'USD', evidence FROM planned
     ), explained AS (
       INSERT INTO match_lines (company_id, match_id, line_id, live)
       SELECT $1, match_id, l.id, true FROM planned
       JOIN deposit_lines l ON l.company_id = $1 AND l.deposit_id = planned.deposit_id
         AND l.provider_id = coalesce(planned.line, l.provider_id)
     )
     INSERT INTO match_payments (company_id, match_id, payment_id, live)
     SELECT $1, match_id, payment_id, true FROM planned`,
    [companyId, JSON.stringify(suggestions)],
  );
}
