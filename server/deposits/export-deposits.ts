import { Prisma } from "@/generated/prisma/client";
import type { depositExport } from "@/lib/contracts/deposit-export";
import type { QueryOf } from "@/lib/contracts/endpoint";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import { csvLine, csvText } from "@/lib/csv";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { loadLedgerWords } from "@/server/work/ledger-words";
import {
  type BankNames,
  bankNames,
  type CompanyRow,
  companyColumns,
  DEPOSIT_COLUMNS,
  DEPOSIT_JOINS,
  type DepositRow,
  depositCsv,
  type ShownDeposit,
  toShownCompany,
  toShownDeposit,
} from "./columns";
import { selectDeposits } from "./require-deposit";

/** Rows whose lines are written in a few milliseconds, before others have their turn. */
const BATCH_SIZE = 250;

/** Without it, Excel reads UTF-8 as something else. */
const BYTE_ORDER_MARK = "\ufeff";

/**
 * The whole filtered list as CSV. The row ids are read first, so that none is repeated or missed when the books
 * change; the rows are read in batches, each after the client took the last one.
 */
export async function exportDeposits(
  ctx: CompanyContext,
  { sort, ...filter }: QueryOf<typeof depositExport>,
): Promise<StreamedFile> {
  const ledger = await loadLedgerWords(ctx);
  const { ids, books } = await db(ctx).$transaction((tx) => selectDeposits(tx, ctx, filter, sort));
  return new StreamedFile(
    "deposits.csv",
    "text/csv",
    writeRows(ctx, ids, bankNames(books), depositCsv(ledger)),
  );
}

async function* writeRows(
  ctx: CompanyContext,
  ids: number[],
  bankOf: BankNames,
  columns: Columns,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ head }) => head));
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    yield await readLines(ctx, ids.slice(start, start + BATCH_SIZE), bankOf, columns);
  }
}

type Columns = ReturnType<typeof depositCsv>;

async function readLines(
  ctx: CompanyContext,
  ids: number[],
  bankOf: BankNames,
  columns: Columns,
): Promise<string> {
  const [[company], rows] = await queryPrepared<[CompanyRow, DepositRow]>(
    ctx,
    Prisma.sql`SELECT ${companyColumns(ctx)}`,
    Prisma.sql`SELECT ${DEPOSIT_COLUMNS} FROM deposits d ${DEPOSIT_JOINS}
      WHERE d.company_id = ${ctx.companyId}::uuid AND d.id = ANY (${ids}::int[])`,
  );
  const shown = toShownCompany(company);
  const lines = new Map(
    rows.map((row) => [row.id, toLine(toShownDeposit(row, shown), bankOf, columns)]),
  );
  return ids.flatMap((id) => lines.get(id) ?? []).join("");
}

function toLine(deposit: ShownDeposit, bankOf: BankNames, columns: Columns): string {
  return csvLine(
    columns.map(({ value, foreign }) => {
      const text = value(deposit, bankOf);
      return foreign ? csvText(text) : text;
    }),
  );
}
