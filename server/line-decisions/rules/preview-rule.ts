import type { Prisma } from "@/generated/prisma/client";
import type { BodyOf, QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  previewRule as previewRuleContract,
  RulePreview,
  ruleUses as ruleUsesContract,
} from "@/lib/contracts/rules";
import { PREVIEW_DAYS, PREVIEW_ROWS } from "@/lib/contracts/values/rules";
import { addDays, dateText } from "@/lib/dates";
import { type DateFormat, dayInWords } from "@/lib/format-date";
import { sumMinor, toDecimal, toWireDecimal } from "@/lib/money";
import { providerOfWire } from "@/lib/providers/list";
import { todayOf } from "@/server/line-decisions/postpone-line";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { loadDateFormat } from "@/server/work/company-settings";
import { checkedConditions } from "./checked-rule";
import { requireRule } from "./edit-rules";
import { matchesRule } from "./matches-rule";
import { RULE_LINE, toRuleLine, toTouchedLine } from "./to-rule-line";

/**
 * What a rule alone, whatever other rules there are, would have covered in the last 90 days. A line that was matched
 * to a payment in QuickBooks counts as wrong: had the payment come later than the rule's days, the rule would have
 * recorded it twice.
 * @throws UnusableInputError for conditions that no rule can have.
 */
export async function previewRule(
  ctx: CompanyContext,
  { integration_type, conditions }: BodyOf<typeof previewRuleContract>,
): Promise<RulePreview> {
  const rule = {
    source: providerOfWire(integration_type).id,
    conditions: checkedConditions(conditions),
  };
  const since = new Date(addDays(await todayOf(db(ctx), ctx), -PREVIEW_DAYS));
  const rows = await db(ctx).depositLine.findMany({
    where: {
      companyId: ctx.companyId,
      deposit: {
        ...{ deletedAt: null, payoutStatus: "paid", txnDate: { gte: since } },
        integration: { provider: rule.source },
      },
    },
    select: {
      ...RULE_LINE,
      ...{ depositId: true, ruleId: true, waitUntil: true, accountId: true },
      deposit: { select: { txnDate: true, status: true } },
    },
    orderBy: [{ deposit: { txnDate: "desc" } }, { id: "asc" }],
  });
  const covered = rows.filter((row) => matchesRule(toRuleLine(row, rule.source), rule));
  const lineIds = covered.map(({ id }) => id);
  const found = await explained(ctx, lineIds);
  const stateOf = (row: (typeof covered)[number]) => {
    const match = found.get(row.id);
    if (match) return match.found ? "matched" : "decided";
    const isOpen = row.deposit.status === "pending" || row.deposit.status === "suggested";
    const isTouched = row.ruleId !== null || row.waitUntil !== null || row.accountId !== null;
    return isOpen && !isTouched ? "open" : "decided";
  };
  const states = covered.map(stateOf);
  return {
    count: covered.length,
    wrong: states.filter((state) => state === "matched").length,
    open: states.filter((state) => state === "open").length,
    sums: sumsOf(covered),
    rows: covered.slice(0, PREVIEW_ROWS).map((row, index) => ({
      ...toTouchedLine(row, row.deposit.txnDate),
      state: states[index] ?? "decided",
    })),
  };
}

/** Which of the lines are in an accepted match, and whether a payment was found rather than made by us. */
async function explained(ctx: CompanyContext, lineIds: readonly number[]) {
  const rows = await db(ctx).$queryRaw<{ line: number; found: boolean }[]>`
    SELECT ml.line_id AS line, bool_or(EXISTS (
      SELECT FROM match_payments mp WHERE mp.company_id = ml.company_id AND mp.match_id = ml.match_id
        AND NOT EXISTS (SELECT FROM planned_payments pp
          WHERE pp.company_id = mp.company_id AND pp.payment_id = mp.payment_id))) AS found
    FROM match_lines ml JOIN matches m ON m.company_id = ml.company_id AND m.id = ml.match_id
    WHERE ml.company_id = ${ctx.companyId}::uuid AND ml.live AND m.state = 'accepted'
      AND ml.line_id = ANY(${[...lineIds]}::int[])
    GROUP BY 1`;
  return new Map(rows.map((row) => [row.line, row]));
}

function sumsOf(lines: readonly { gross: bigint; currency: string }[]): RulePreview["sums"] {
  return [...new Set(lines.map(({ currency }) => currency))].map((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    const total = sumMinor(own.map(({ gross }) => Number(gross)));
    return { currency, count: own.length, amount: toWireDecimal(total, currency) };
  });
}

/**
 * The lines that a rule has decided about, the latest payouts first, each with what it is now: a user may have
 * changed it since.
 * @throws NotFoundError.
 */
export async function ruleUses(
  ctx: CompanyContext,
  { rule_id: ruleId }: QueryOf<typeof ruleUsesContract>,
): Promise<ResponseOf<typeof ruleUsesContract>> {
  const { companyId } = ctx;
  await requireRule(db(ctx), ctx, ruleId);
  const lines = await db(ctx).depositLine.findMany({
    where: { companyId, ruleId },
    include: { deposit: { select: { txnDate: true } }, ...withMatch },
    orderBy: [{ deposit: { txnDate: "desc" } }, { id: "desc" }],
    take: PREVIEW_ROWS,
  });
  const format = await loadDateFormat(ctx);
  return {
    uses: lines.map((line) => ({
      ...toTouchedLine(line, line.deposit.txnDate),
      text: textOf(line, ruleId, format),
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

function textOf(line: UsedLine, ruleId: number, format: DateFormat): string {
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
  if (line.waitUntil !== null)
    return `Postponed until ${dayInWords(dateText(line.waitUntil), format)}`;
  return "Removed since";
}
