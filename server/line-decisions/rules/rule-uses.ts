import type { Prisma } from "@/generated/prisma/client";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { ruleUses as contract } from "@/lib/contracts/rules";
import { PREVIEW_ROWS } from "@/lib/contracts/values/rules";
import { dateText } from "@/lib/dates";
import { toDecimal } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { requireRule } from "./require-rule";
import { toTouchedLine } from "./to-touched-line";

/**
 * The lines that a rule has decided about, the latest payouts first, each with what it is now: a user may have
 * changed it since.
 * @throws NotFoundError.
 */
export async function ruleUses(
  ctx: CompanyContext,
  { rule_id: ruleId }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { companyId } = ctx;
  await requireRule(db(ctx), ctx, ruleId);
  const lines = await db(ctx).depositLine.findMany({
    where: { companyId, ruleId },
    include: { deposit: { select: { txnDate: true } }, ...withMatch },
    orderBy: [{ deposit: { txnDate: "desc" } }, { id: "desc" }],
    take: PREVIEW_ROWS,
  });
  return {
    uses: lines.map((line) => ({
      ...toTouchedLine(line, line.deposit.txnDate),
      text: textOf(line, ruleId),
    })),
  };
}

const withMatch = {
  matchedLines: {
    where: { live: true, match: { state: "accepted" } },
    include: {
      match: {
        include: {
          adjustments: true,
          payments: { include: { payment: { include: { planned: true } } } },
        },
      },
    },
  },
} satisfies Prisma.DepositLineInclude;

type UsedLine = Prisma.DepositLineGetPayload<{ include: typeof withMatch }>;

function textOf(line: UsedLine, ruleId: number): string {
  const payments = line.matchedLines.flatMap(({ match }) => match.payments);
  const made = payments.find(({ payment }) => payment.planned?.ruleId === ruleId)?.payment;
  if (made) {
    const noun = made.amount < 0n ? "Refund receipt" : "Sales receipt";
    const sum = toDecimal(Math.abs(Number(made.amount)), made.currency);
    return `${noun} of ${sum} ${made.state === "planned" ? "planned" : "created"}`;
  }
  if (payments.length > 0) return "Matched to a payment since";
  const [booked] = line.matchedLines.flatMap(({ match }) => match.adjustments);
  if (booked) return `Booked to ${booked.accountName}`;
  if (line.accountName !== null) return `Booked to ${line.accountName}`;
  if (line.waitUntil !== null) return `Put aside until ${dateText(line.waitUntil)}`;
  return "Taken back since";
}
