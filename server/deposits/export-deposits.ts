import type { depositExport } from "@/lib/contracts/deposit-export";
import type { QueryOf } from "@/lib/contracts/endpoint";
import { StreamedFile } from "@/lib/contracts/streamed-file";
import { csvLine, csvText } from "@/lib/csv";
import { toWireDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { selectDeposits } from "@/server/deposits/select-deposits";
import { providerName } from "@/server/integrations/find";
import { dateText } from "@/server/matches/engine-input";

const AT_ONCE = 1_000;

/** Without it, Excel reads UTF-8 as something else. */
const BYTE_ORDER_MARK = "\ufeff";

const HEADS = [
  "Date",
  "Account",
  "QuickBooks ID",
  "Total Amount",
  "Status",
  "Currency",
  "Processor",
  "Payout ID",
  "Deposit",
];

/**
 * The filtered list as CSV, all pages of it. Which rows is decided at once, so that none is doubled or
 * left out when the books change meanwhile; the rows are read a thousand at a time.
 */
export async function exportDeposits(
  ctx: CompanyContext,
  { sort, ...filter }: QueryOf<typeof depositExport>,
): Promise<StreamedFile> {
  const { ids, bankName } = await db(ctx).$transaction((tx) =>
    selectDeposits(tx, ctx, filter, sort),
  );
  return new StreamedFile("deposits.csv", "text/csv", writeRows(ctx, ids, bankName));
}

async function* writeRows(
  ctx: CompanyContext,
  ids: number[],
  bankName: string,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADS);
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    yield await readLines(ctx, ids.slice(start, start + AT_ONCE), bankName);
  }
}

async function readLines(ctx: CompanyContext, ids: number[], bankName: string): Promise<string> {
  const rows = await db(ctx).deposit.findMany({
    where: { companyId: ctx.companyId, id: { in: ids } },
    select: {
      id: true,
      txnDate: true,
      quickbooksId: true,
      amount: true,
      currency: true,
      status: true,
      providerId: true,
      integration: { select: { provider: true } },
    },
  });
  const lines = new Map(
    rows.map((row) => [
      row.id,
      csvLine([
        dateText(row.txnDate),
        csvText(bankName),
        csvText(row.quickbooksId ?? ""),
        toWireDecimal(Number(row.amount), row.currency),
        row.status,
        row.currency,
        csvText(providerName(row.integration.provider)),
        csvText(row.providerId),
        String(row.id),
      ]),
    ]),
  );
  return ids.flatMap((id) => lines.get(id) ?? []).join("");
}
