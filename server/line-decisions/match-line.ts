import type { DepositLine, LedgerPayment } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { matchLine as contract } from "@/lib/contracts/planned-payments";
import { sumMinor, toDecimal } from "@/lib/money";
import type { SettlementAdjustment } from "@/lib/settlement";
import { homeCurrency } from "@/server/connections/find";
import { requireTags } from "@/server/connections/ledger-lists";
import { requirePostable } from "@/server/connections/postable-accounts";
import { pickPayments } from "@/server/matches/picked-rows";
import { requireOneAccount } from "@/server/matches/pools";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { decideLines, requireLines } from "./decide-lines";
import { storeDecisions } from "./store-decisions";

type Input = BodyOf<typeof contract>;
type DifferenceAccount = Extract<SettlementAdjustment, { kind: "account" }>;

/**
 * Matches one line to payments that a user chose among those in the books. What they differ by needs an account.
 * @throws NotFoundError; ConflictError when the line is decided, posted or being posted, or a payment is used;
 *   UnusableInputError when currencies, amounts or accounts don't fit.
 */
export async function matchLine(
  ctx: CompanyContext,
  input: Input,
): Promise<{ message: string; status: DepositStatus }> {
  const { deposit_id, replace } = input;
  const named = { deposit_id, line_ids: [input.line_id], replace };
  const { deposit } = await requireLines(db(ctx), ctx, named);
  const account = await differenceAccount(ctx, input, deposit.currency);
  return decideLines(ctx, named, async (tx, chosen) => {
    const payments = await pickPayments(tx, ctx, input.payment_ids);
    await requireOneAccount(tx, ctx, chosen.deposit, payments);
    const [line] = chosen.lines;
    if (!line) throw new UnusableInputError("Choose a line first.");
    const missing = checkedDifference(line, payments);
    if (missing !== 0 && !account) {
      throw new UnusableInputError(
        `This line and its payments differ by ${toDecimal(Math.abs(missing), line.currency)} ${line.currency}. Choose other payments, or an account for the difference.`,
      );
    }
    const paid = sumMinor(payments.map(({ amount }) => Number(amount)));
    await storeDecisions(tx, ctx, [
      {
        deposit: chosen.deposit,
        lineIds: [line.id],
        paymentIds: payments.map(({ id }) => id),
        difference: missing === 0 ? 0 : paid - Number(line.gross),
        adjustments: missing !== 0 && account ? [{ ...account, amount: missing }] : [],
        texts: ["Chosen by hand"],
      },
    ]);
    const words = await loadLedgerWords(ctx, tx);
    await recordAudit(tx, ctx, {
      action: "deposit.line_matched",
      entity: "deposit",
      entityId: chosen.deposit.id,
      data: {
        ...{ lineIds: [line.id], payments: payments.map(({ providerId }) => providerId) },
        message: payments
          .map(({ kind, providerId }) =>
            `${words.payments[kind]} ${words.numberOf(providerId)}`.trim(),
          )
          .join(", "),
      },
    });
    return "Line matched";
  });
}

/** Line amount minus payments, minor units: 0 when they are the line's gross or, entered after fees, its net. */
function checkedDifference(line: DepositLine, payments: LedgerPayment[]): number {
  if (payments.some(({ currency }) => currency !== line.currency)) {
    throw new UnusableInputError(
      "Payments in another currency can't be matched with this deposit.",
    );
  }
  const [gross, net] = [Number(line.gross), Number(line.net)];
  const paid = sumMinor(payments.map(({ amount }) => Number(amount)));
  if (Math.sign(paid) !== Math.sign(gross)) {
    throw new UnusableInputError(
      gross < 0
        ? "Money went out here. Choose a refund receipt."
        : "Money came in here. Choose a payment or sales receipt.",
    );
  }
  return paid === gross || paid === net ? 0 : gross - paid;
}

async function differenceAccount(
  ctx: CompanyContext,
  input: Input,
  currency: string,
): Promise<DifferenceAccount | null> {
  const { difference_account_id: id, difference_note: note } = input;
  if (id === undefined) return null;
  const account = await requirePostable(ctx, {
    id,
    currencies: [await homeCurrency(ctx), currency],
    field: "difference_account_id",
  });
  const tags = await requireTags(
    ctx,
    { customer: input.difference_customer, class: input.difference_class },
    { customer: "difference_customer", class: "difference_class" },
  );
  return {
    kind: "account",
    amount: 0,
    accountId: account.id,
    accountName: account.name,
    description: note || "Difference accepted manually",
    ...tags,
  };
}
