import { Prisma } from "@/generated/prisma/client";
import { currenciesWith } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import type { SearchTerm } from "../search";

/**
 * CTEs `wanted`, `hits` and `found(deposit_id)`: the company's deposits that have every term, each in any way. Needs a
 * CTE `bank(name)`. A source yields a deposit and, bit by bit, the terms that it has there.
 *
 * Names and numbers are found by how their words begin, in `deposit_words` and `payment_words`; the few texts of a
 * deposit itself by any part. Behind row level security an index serves only leakproof comparisons: LIKE, `@@` and
 * pg_trgm would read every row of the company.
 */
export function searchCtes(
  { companyId }: CompanyContext,
  terms: readonly SearchTerm[],
): Prisma.Sql {
  const company = Prisma.sql`${companyId}::uuid`;
  const all = 2 ** terms.length - 1;
  return Prisma.sql`wanted AS MATERIALIZED (
    SELECT search_word(t.text) COLLATE "C" AS first, (search_word(t.text) || ${LAST_SIGN}) COLLATE "C" AS last, t.bit
    FROM unnest(${terms.map(({ text }) => text)}::text[], ${terms.map((_, index) => 2 ** index)}::int[])
      AS t(text, bit)
    WHERE search_word(t.text) <> ''
  ), hits AS (
      SELECT d.id AS deposit_id, ${bits(terms)} AS terms FROM deposits d CROSS JOIN bank
      WHERE d.company_id = ${company} AND ${bits(terms)} > 0
    UNION ALL
      SELECT w.deposit_id, r.bit FROM wanted r JOIN deposit_words w
        ON w.company_id = ${company} AND w.word >= r.first AND w.word < r.last
    UNION ALL
      SELECT m.deposit_id, r.bit FROM wanted r JOIN payment_words w
        ON w.company_id = ${company} AND w.word >= r.first AND w.word < r.last
      JOIN match_payments mp ON mp.company_id = ${company} AND mp.payment_id = w.payment_id AND mp.live
      JOIN matches m ON m.company_id = ${company} AND m.id = mp.match_id
    UNION ALL ${byAmount(company, terms)}
    UNION ALL ${byFacts(company, terms)}
  ), found AS MATERIALIZED (
    SELECT deposit_id FROM hits GROUP BY deposit_id HAVING bit_or(terms) = ${all}::int
  )`;
}

// Follows every sign that a word can have.
const LAST_SIGN = "\u{10ffff}";

/** Of lines and of whole deposits. */
function byAmount(company: Prisma.Sql, terms: readonly SearchTerm[]): Prisma.Sql {
  const ranges = terms.flatMap(({ amounts }, index) =>
    amounts.map((range) => ({ ...range, bit: 2 ** index })),
  );
  const wanted = Prisma.sql`unnest(${ranges.map(({ from }) => String(from))}::bigint[],
    ${ranges.map(({ to }) => String(to))}::bigint[], ${ranges.map(({ digits }) => digits)}::int[],
    ${ranges.map(({ bit }) => bit)}::int[]) AS r(first, last, digits, bit)`;
  return Prisma.sql`
      SELECT l.deposit_id, r.bit FROM ${wanted} JOIN deposit_lines l
        ON l.company_id = ${company} AND l.gross BETWEEN r.first AND r.last
      WHERE ${digitsOf(Prisma.sql`l.currency`)} = r.digits
    UNION ALL
      SELECT d.id, r.bit FROM ${wanted} JOIN deposits d
        ON d.company_id = ${company} AND d.amount BETWEEN r.first AND r.last
      WHERE ${digitsOf(Prisma.sql`d.currency`)} = r.digits`;
}

/** By the day that it reaches the bank, our id, and the processor. */
function byFacts(company: Prisma.Sql, terms: readonly SearchTerm[]): Prisma.Sql {
  const days = terms.flatMap((term, index) =>
    term.days.map((day) => ({ ...day, bit: 2 ** index })),
  );
  const ids = terms.flatMap(({ depositId }, index) =>
    depositId === null ? [] : { depositId, bit: 2 ** index },
  );
  const sources = terms.flatMap(({ providers }, index) =>
    providers.map((provider) => ({ provider, bit: 2 ** index })),
  );
  return Prisma.sql`
      SELECT d.id, r.bit FROM unnest(${days.map(({ from }) => from)}::date[],
        ${days.map(({ to }) => to)}::date[], ${days.map(({ bit }) => bit)}::int[]) AS r(first, last, bit)
      JOIN deposits d ON d.company_id = ${company} AND d.txn_date BETWEEN r.first AND r.last
    UNION ALL
      SELECT d.id, r.bit FROM unnest(${ids.map(({ depositId }) => depositId)}::int[],
        ${ids.map(({ bit }) => bit)}::int[]) AS r(id, bit)
      JOIN deposits d ON d.company_id = ${company} AND d.id = r.id
    UNION ALL
      SELECT d.id, r.bit FROM unnest(${sources.map(({ provider }) => provider)}::text[],
        ${sources.map(({ bit }) => bit)}::int[]) AS r(provider, bit)
      JOIN integrations i ON i.company_id = ${company} AND i.provider::text = r.provider
      JOIN deposits d ON d.company_id = ${company} AND d.integration_id = i.id`;
}

/** The terms that a deposit `d` itself, or the bank account, has. */
function bits(terms: readonly SearchTerm[]): Prisma.Sql {
  const each = terms.map(
    (term, index) => Prisma.sql`CASE WHEN ${isIn(term)} THEN ${2 ** index}::int ELSE 0 END`,
  );
  return Prisma.sql`(${Prisma.join(each, " | ")})`;
}

/**
 * A substring as it is: no sign in it is a wildcard. In the processor's ids, whose signs are random, a number has to
 * begin a word.
 */
function isIn({ text }: SearchTerm): Prisma.Sql {
  const part = Prisma.sql`(SELECT search_text(${text}))`;
  const start = /^\d+$/.test(text) ? `(^|[^0-9a-z])${text}` : "";
  return Prisma.sql`(strpos((SELECT search_text(name) FROM bank), ${part}) > 0
    OR strpos(lower(d.quickbooks_id), ${part}) > 0
    OR (strpos(lower(d.provider_id), ${part}) > 0 AND (${start} = '' OR lower(d.provider_id) ~ ${start})))`;
}

function digitsOf(currency: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${currency} IN (${codes(0)}) THEN 0 WHEN ${currency} IN (${codes(3)}) THEN 3 ELSE 2 END`;
}

function codes(digits: 0 | 3): Prisma.Sql {
  return Prisma.raw(
    currenciesWith(digits)
      .map((code) => `'${code}'`)
      .join(", "),
  );
}
