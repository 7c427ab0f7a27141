import type { DepositLine } from "@/generated/prisma/client";
import type { QueryOf } from "@/lib/contracts/endpoint";
import type {
  ruleFromLine as contract,
  RuleConditions,
  RuleDraft,
  RuleOutcome,
} from "@/lib/contracts/rules";
import { DEFAULT_AFTER_DAYS, RULE_TEXT_LENGTH } from "@/lib/contracts/values/rules";
import { dateText, daysBetween } from "@/lib/dates";
import { connectable } from "@/lib/providers/list";
import { toNamed } from "@/server/connections/receipt-settings";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import { requireLines } from "@/server/line-decisions/require-open-lines";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { ruleKind } from "./matches-rule";

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
  const source = connectable(deposit.integration.provider);
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
