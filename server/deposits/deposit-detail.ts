import type { DepositDetail, DepositStatus } from "@/lib/contracts/deposits";
import { toWireDecimal } from "@/lib/money";
import { settle, toSumProof } from "@/lib/settlement";
import type { CompanyContext } from "@/server/context";
import { db, type Tx } from "@/server/db";
import { chosenBankName } from "@/server/deposits/bank-name";
import { readHistory } from "@/server/deposits/deposit-history";
import { toDepositView, toMatchView } from "@/server/deposits/deposit-view";
import { quickbooksAddress } from "@/server/deposits/quickbooks-address";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { dateText } from "@/server/matches/engine-input";
import { freePayment } from "@/server/matches/open-books";
import {
  toSettlementDeposit,
  toSettlementMatch,
  withParts,
} from "@/server/posting/load-settlement";

/** Of a company that has saved no settings yet, as in the schema. */
const DEFAULT_TIME_ZONE = "America/New_York";

/** One deposit with everything that explains it. @throws NotFoundError. */
export async function loadDepositDetail(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<DepositDetail> {
  const { companyId } = ctx;
  const { deposit, matches, posting, settings, history, bankName, currencyDiffers } = await db(
    ctx,
  ).$transaction(async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    const where = { companyId, depositId: deposit.id };
    return {
      deposit,
      matches: await tx.match.findMany({ where: { ...where, live: true }, include: withParts }),
      posting: await tx.posting.findFirst({ where: { ...where, NOT: { state: "undone" } } }),
      settings: await tx.companySettings.findUnique({ where: { companyId } }),
      history: await readHistory(tx, ctx, deposit.id),
      bankName: await chosenBankName(ctx, tx),
      currencyDiffers: await booksLackCurrency(tx, ctx, deposit),
    };
  });
  const matchOf = new Map(
    matches.flatMap((match) => match.lines.map((line) => [line.lineId, match.id] as const)),
  );
  const view = toDepositView(deposit, {
    bankName,
    matchedLineIds: new Set(matchOf.keys()),
    posting: posting ?? undefined,
  });
  const lines = new Map(deposit.lines.map((line) => [line.id, line]));
  return {
    deposit: {
      ...view,
      lines: view.lines.flatMap((shown) => {
        const line = lines.get(shown.id);
        if (!line) return [];
        return {
          ...shown,
          kind: line.kind,
          date: dateText(line.date),
          fee: toWireDecimal(Number(line.fee), line.currency),
          fee_predicted: line.feePredicted,
          net: toWireDecimal(Number(line.net), line.currency),
          match_id: matchOf.get(line.id) ?? null,
        };
      }),
    },
    bank_name: bankName,
    currency_differs: currencyDiffers,
    quickbooks_url: quickbooksAddress(deposit.quickbooksId),
    time_zone: settings?.timeZone ?? DEFAULT_TIME_ZONE,
    matches: matches.map(toMatchView),
    proof: toSumProof(
      settle(toSettlementDeposit(deposit), matches.map(toSettlementMatch)),
      Number(deposit.amount),
      deposit.currency,
    ),
    history,
  };
}

/**
 * Different currencies are never compared: a deposit in one that no open payment has, while there are
 * open payments, waits for other reasons than its sum.
 */
async function booksLackCurrency(
  tx: Tx,
  { companyId }: CompanyContext,
  deposit: { status: DepositStatus; currency: string },
): Promise<boolean> {
  if (deposit.status !== "pending") return false;
  const open = { companyId, ...freePayment };
  const { currency } = deposit;
  if ((await tx.ledgerPayment.findFirst({ where: { ...open, currency } })) !== null) return false;
  return (await tx.ledgerPayment.findFirst({ where: open })) !== null;
}
