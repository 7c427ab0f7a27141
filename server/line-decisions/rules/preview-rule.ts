import type { DepositLine, Prisma } from "@/generated/prisma/client";
import {
  DEFAULT_AFTER_DAYS,
  PREVIEW_DAYS,
  PREVIEW_ROWS,
  RULE_TEXT_LENGTH,
} from "@/lib/constants/rules";
import type { BodyOf, QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  ruleFromLine as contract,
  previewRule as previewRuleContract,
  RuleConditions,
  RuleDraft,
  RuleOutcome,
  RulePreview,
  ruleUses as ruleUsesContract,
} from "@/lib/contracts/rules";
import { addDays, dateText, daysBetween } from "@/lib/dates";
import { type DateFormat, dayInWords } from "@/lib/format-date";
import { sumMinor, toDecimal, toWireDecimal } from "@/lib/money";
import { describeProvider, providerOfWire } from "@/lib/providers/list";
import { toNamed } from "@/server/connections/receipt-settings";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import { requireLines } from "@/server/line-decisions/decide-lines";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { loadDateFormat, loadToday } from "@/server/work/company";
import { checkedConditions, requireRule } from "./edit-rules";
import { matchesRule, RULE_LINE, ruleKind, toRuleLine, toTouchedLine } from "./matches-rule";

/**
 * What a rule alone, whatever other rules there are, would have covered in the last 90 days. A line that was matched
 * to a payment in the books counts as wrong: had the payment come later than the rule's days, the rule would have
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
  const since = new Date(addDays(await loadToday(ctx), -PREVIEW_DAYS));
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
 * The lines that a rule has decided, the latest payouts first, each with what it is now: a user may have
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

/**
 * A rule for lines like this one, for a user to look over: what it has in common with others, and what was chosen
 * for it.
 * @throws NotFoundError; UnusableInputError for a line that no rule covers.
 */
export async function ruleFromLine(
  ctx: CompanyContext,
  { deposit_id, line_id }: QueryOf<typeof contract>,
): Promise<RuleDraft> {
  const { deposit, lines } = await requireLines(db(ctx), ctx, { deposit_id, line_ids: [line_id] });
  const [line] = lines;
  const kind = line ? ruleKind(line) : null;
  const source = describeProvider(deposit.integration.provider);
  if (!line || !kind || source.role !== "source") {
    throw new UnusableInputError("Lines like this vary. Decide each one.");
  }
  const hasCustomer = line.customerName !== "" || line.customerEmail !== "";
  const conditions: RuleConditions = {
    kind,
    description: commonWords(line.description),
    customer: hasCustomer ? "any" : "none",
    customer_name: "",
    ...{ amount_from: null, amount_to: null, currency: null },
    after_days: DEFAULT_AFTER_DAYS,
  };
  const outcome = await chosenFor(ctx, deposit, line, hasCustomer);
  return { integration_type: source.wire, conditions, outcome };
}

/** The longest part of a description without numbers, which differ from line to line. */
function commonWords(description: string): string {
  const parts = description.split(/\S*\d\S*/).map((part) => part.trim());
  const longest = parts.sort((a, b) => b.length - a.length)[0] ?? "";
  return longest.replace(/[\s#:,.–-]+$/u, "").slice(0, RULE_TEXT_LENGTH);
}

async function chosenFor(
  ctx: CompanyContext,
  { txnDate }: DepositWithLines,
  line: DepositLine,
  hasCustomer: boolean,
): Promise<RuleOutcome | null> {
  const { companyId } = ctx;
  const planned = await db(ctx).plannedPayment.findFirst({
    where: {
      companyId,
      payment: {
        matchedPayments: { some: { live: true, match: { lines: { some: { lineId: line.id } } } } },
      },
    },
    include: { payment: true },
  });
  if (planned?.itemId && planned.itemName) {
    const { customerId, customerName } = planned.payment;
    // A customer that the processor doesn't name was chosen for this kind of line.
    const isFixed = !hasCustomer && customerId !== "";
    return {
      ...{ do: "receipt", memo: "" },
      customer: isFixed ? { Id: customerId, Name: customerName } : null,
      item: { Id: planned.itemId, Name: planned.itemName },
      tax_code: toNamed(choice(planned.taxCodeId, planned.taxCodeName)),
      class: toNamed(choice(planned.classId, planned.className)),
    };
  }
  const booked = await bookedTo(ctx, line);
  if (booked) return booked;
  if (line.waitUntil === null) return null;
  const days = daysBetween(dateText(txnDate), dateText(line.waitUntil));
  return days > 0 ? { do: "wait", days, note: line.waitNote } : null;
}

/** The account of a line: of a charge, that of its match. */
async function bookedTo(ctx: CompanyContext, line: DepositLine): Promise<RuleOutcome | null> {
  const own = {
    account: choice(line.accountId, line.accountName),
    customer: choice(line.bookedCustomerId, line.bookedCustomerName),
    class: choice(line.classId, line.className),
  };
  const ofMatch = await db(ctx).depositAdjustment.findFirst({
    where: {
      companyId: ctx.companyId,
      match: {
        ...{ state: "accepted", payments: { none: {} } },
        lines: { some: { lineId: line.id } },
      },
    },
  });
  const chosen = ofMatch
    ? {
        account: choice(ofMatch.accountId, ofMatch.accountName),
        customer: choice(ofMatch.customerId, ofMatch.customerName),
        class: choice(ofMatch.classId, ofMatch.className),
      }
    : own;
  const account = toNamed(chosen.account);
  if (!account) return null;
  const tags = { customer: toNamed(chosen.customer), class: toNamed(chosen.class) };
  return { do: "account", account, ...tags };
}

function choice(id: string | null, name: string | null) {
  return id !== null && name !== null ? { id, name } : null;
}
