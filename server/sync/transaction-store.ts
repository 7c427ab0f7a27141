import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { executePrepared, queryPrepared } from "@/server/platform/prepared-queries";
import type {
  BalanceTransaction,
  DetailedTransaction,
  TransactionStore,
} from "@/server/providers/types";

const PLAIN = Prisma.sql`key, provider_id, kind, status, currency, amount::text, fee::text, balance::text,
  extract(epoch FROM happened_at)::float8 * 1000 AS happened_at, extract(epoch FROM changed_at)::float8 * 1000 AS changed_at,
  reference`;

interface Row {
  key: string;
  provider_id: string;
  kind: string;
  status: string;
  currency: string;
  amount: string;
  fee: string;
  balance: string | null;
  happened_at: number;
  changed_at: number | null;
  reference: string;
}

type DetailedRow = Row & { details: unknown };

/** The kept transactions of one connection. */
export function transactionStore(ctx: CompanyContext, integrationId: string): TransactionStore {
  const { companyId } = ctx;
  const where = Prisma.sql`company_id = ${companyId}::uuid AND integration_id = ${integrationId}::uuid`;
  const one = { where: { companyId_id: { companyId, id: integrationId } } };
  return {
    async covered() {
      const { transactionsFrom: from, transactionsUntil: until } = await db(
        ctx,
      ).integration.findUniqueOrThrow({
        ...one,
        select: { transactionsFrom: true, transactionsUntil: true },
      });
      return from && until ? { from, until } : null;
    },
    async keep(transactions, { from, until }) {
      const rows = JSON.stringify(transactions.map(toRow));
      await executePrepared(
        ctx,
        Prisma.sql`WITH kept AS (
          INSERT INTO balance_transactions AS stored (company_id, integration_id, key, provider_id, kind, status,
            currency, amount, fee, balance, happened_at, changed_at, reference, details)
          SELECT ${companyId}::uuid, ${integrationId}::uuid, key, provider_id, kind, status, currency, amount, fee,
            balance, happened_at, changed_at, reference, details
          FROM ROWS FROM (jsonb_to_recordset(${rows}::jsonb) AS (key text, provider_id text, kind text, status text,
            currency char(3), amount bigint, fee bigint, balance bigint, happened_at timestamptz, changed_at timestamptz,
            reference text, details jsonb)) WITH ORDINALITY AS input ORDER BY input.ordinality
          ON CONFLICT (company_id, integration_id, key) DO UPDATE SET status = excluded.status, fee = excluded.fee,
            balance = excluded.balance, changed_at = excluded.changed_at, reference = excluded.reference,
            details = excluded.details
          WHERE (stored.status, stored.fee, stored.balance, stored.changed_at, stored.reference, stored.details)
            IS DISTINCT FROM (excluded.status, excluded.fee, excluded.balance, excluded.changed_at, excluded.reference,
              excluded.details)
        )
        UPDATE integrations SET transactions_from = ${from}, transactions_until = ${until}
        WHERE company_id = ${companyId}::uuid AND id = ${integrationId}::uuid`,
      );
    },
    async list() {
      const [rows] = await queryPrepared<[Row]>(
        ctx,
        Prisma.sql`SELECT ${PLAIN} FROM balance_transactions WHERE ${where} ORDER BY happened_at, id`,
      );
      return rows.map(fromRow);
    },
    async detailed(providerIds) {
      const [rows] = await queryPrepared<[DetailedRow]>(
        ctx,
        Prisma.sql`SELECT ${PLAIN}, details FROM balance_transactions
          WHERE ${where} AND provider_id = ANY (${[...providerIds]}::text[]) ORDER BY happened_at, id`,
      );
      return rows.map((row) => ({ ...fromRow(row), details: row.details }));
    },
  };
}

function toRow({ providerId, happenedAt, changedAt, ...row }: DetailedTransaction) {
  return { ...row, provider_id: providerId, happened_at: happenedAt, changed_at: changedAt };
}

function fromRow(row: Row): BalanceTransaction {
  const { provider_id: providerId, happened_at: at, changed_at: changed } = row;
  return {
    ...{ key: row.key, providerId, kind: row.kind, status: row.status, currency: row.currency },
    ...{ amount: Number(row.amount), fee: Number(row.fee) },
    balance: row.balance === null ? null : Number(row.balance),
    happenedAt: new Date(at),
    changedAt: changed === null ? null : new Date(changed),
    reference: row.reference,
  };
}
