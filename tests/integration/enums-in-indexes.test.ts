import { expect, test } from "vitest";
import { adminDb } from "../support/admin-db";

// Row level security lets the planner use neither an enum's statistics nor a condition on one in an index's columns: the
// comparison of enums is not leakproof. What is left is the condition of a partial index, and how many values there are.

/** Of use for their other columns. */
const WITH_AN_ENUM: Record<string, string> = {
  deposits_company_id_status_idx: "all deposits of a company",
  integrations_provider_external_account_id_idx: "the same account in several companies",
  ledger_payments_company_id_state_txn_date_idx: "all payments of a company, and by date",
};

test("an index has an enum among its columns only where it is of use without it", async () => {
  const indexes = await adminDb().$queryRaw<{ name: string }[]>`
    SELECT DISTINCT i.relname AS name
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      JOIN pg_attribute a ON a.attrelid = i.oid JOIN pg_type y ON y.oid = a.atttypid
    WHERE t.relnamespace = 'public'::regnamespace AND t.relrowsecurity AND NOT x.indisunique AND y.typtype = 'e'
    ORDER BY 1`;
  expect(indexes.map(({ name }) => name)).toEqual(Object.keys(WITH_AN_ENUM));
});

test("the planner knows how many values an enum has where an index leaves one out", async () => {
  const columns = await adminDb().$queryRaw<{ column: string; known: number; values: number }[]>`
    SELECT DISTINCT t.relname || '.' || a.attname AS column,
      coalesce((SELECT split_part(o, '=', 2)::int FROM unnest(a.attoptions) o WHERE o LIKE 'n_distinct=%'), 0) AS known,
      (SELECT count(*)::int FROM pg_enum e WHERE e.enumtypid = y.oid) AS values
    FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid
      JOIN pg_attribute a ON a.attrelid = t.oid JOIN pg_type y ON y.oid = a.atttypid AND y.typtype = 'e'
    WHERE t.relnamespace = 'public'::regnamespace AND t.relrowsecurity
      AND pg_get_expr(x.indpred, t.oid) LIKE '%' || a.attname || ' <> ''%'
    ORDER BY 1`;
  expect(columns.map(({ column }) => column)).toEqual([
    "integrations.provider",
    "integrations.status",
    "postings.state",
  ]);
  for (const { column, known, values } of columns) expect(known, column).toBe(values);
});
