import { addBankDays } from "@/lib/bank-days";
import type { PaidBy } from "@/lib/constants/deposits";
import type { CurrentDiscount } from "@/lib/contracts/discount-settings";
import type { CalendarDate } from "@/lib/dates";
import { minorDigits, sumMinor } from "@/lib/money";
import type { ProviderId } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import type { SourceLine, SourcePayout } from "@/server/providers/types";
import { findIntegration } from "./find";
import { hasDiscount, readDiscount, readFunding } from "./settings";

const PROVIDER_KIND = "predicted_discount";

/**
 * The fee line of one payout whose source doesn't report its fees, amounts in minor units. Null when the
 * discount is debited at the end of the month, or comes to nothing.
 */
export function predictFeeLine(
  discount: Discount,
  payout: Pick<SourcePayout, "providerId" | "date" | "currency"> & {
    paidBy?: string | null | undefined;
  },
  lines: readonly Pick<SourceLine, "kind" | "gross">[],
): SourceLine | null {
  const rate = rateOf(discount, payout.paidBy);
  const charges = lines.filter(({ kind, gross }) => kind === "charge" && gross > 0);
  const fee = predictFee(
    rate,
    charges.map(({ gross }) => gross),
    payout.currency,
  );
  if (discount.discountTiming === "monthly" || fee === 0) return null;
  return {
    providerId: `${payout.providerId}-discount`,
    kind: "fee",
    providerKind: PROVIDER_KIND,
    date: payout.date,
    gross: -fee,
    fee: 0,
    net: -fee,
    currency: payout.currency,
    feePredicted: true,
    description: descriptionOf(rate, charges.length),
    customerName: "",
    customerEmail: "",
    customer: null,
    reference: "",
    raw: {},
  };
}

function rateOf(discount: Discount, paidBy: string | null | undefined): Rate {
  const { discountPercent: percent, discountFixed: fixed, echeckPercent, echeckFixed } = discount;
  if (paidBy !== "echeck") return { percent, fixed };
  return { percent: echeckPercent ?? percent, fixed: echeckFixed ?? fixed };
}

function descriptionOf({ percent, fixed }: Rate, charges: number): string {
  const each = charges === 1 ? "1 charge" : `${charges} charges`;
  return `Processing fees (estimated: ${percent}% + ${fixed} on ${each})`;
}

/**
 * The fee on a set of charges. The percentage is rounded once over their volume, as an acquirer's
 * statement does it; the fixed part is charged per charge.
 *
 * @param charges gross amounts, minor units.
 * @returns minor units, ≥ 0, half a unit rounded up.
 */
export function predictFee(rate: Rate, charges: number[], currency: string): number {
  const volume = BigInt(sumMinor(charges));
  const percentage = roundedQuotient(volume * tenThousandths(rate.percent), 1_000_000n);
  const unit = 10n ** BigInt(minorDigits(currency));
  const fixed = roundedQuotient(tenThousandths(rate.fixed) * unit, 10_000n);
  return Number(percentage + fixed * BigInt(charges.length));
}

/** "2.9" → 29000n. */
function tenThousandths(decimal: string): bigint {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.slice(0, 4).padEnd(4, "0"));
}

function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor / 2n) / divisor;
}

/** What the acquirer charges, as the user set it. Decimals: "2.90" percent, "0.30" of the major unit. */
export interface Discount {
  discountPercent: string;
  discountFixed: string;
  discountTiming: "daily" | "monthly";
  /** Of eChecks; as for cards where absent. */
  echeckPercent?: string | undefined;
  echeckFixed?: string | undefined;
}

/** One rate of a discount. */
interface Rate {
  percent: string;
  fixed: string;
}

/** When a settled batch reaches the bank, as the user set it, in bank days. */
export interface Funding {
  cardDays: number;
  echeckDays: number;
  /** American Express pays its part itself. */
  amexApart: boolean;
  amexDays: number;
}

/** The day on which the bank shows the money. */
export function fundedOn(funding: Funding, settledOn: CalendarDate, paidBy: PaidBy): CalendarDate {
  const days = { card: funding.cardDays, echeck: funding.echeckDays, amex: funding.amexDays };
  // Nothing set: the day of the settlement, whatever day it is.
  return days[paidBy] === 0 ? settledOn : addBankDays(settledOn, days[paidBy]);
}

/** The discount rate and the days to the bank of the company's account at a source; zero until they are set. */
export async function loadDiscount(
  ctx: CompanyContext,
  provider: ProviderId,
): Promise<CurrentDiscount> {
  const settings = (await findIntegration(ctx, provider))?.settings;
  const rate = readDiscount(settings);
  const funding = readFunding(settings);
  return {
    discount_percent: rate.discountPercent,
    discount_fixed: rate.discountFixed,
    discount_timing: rate.discountTiming,
    echeck_percent: rate.echeckPercent ?? rate.discountPercent,
    echeck_fixed: rate.echeckFixed ?? rate.discountFixed,
    card_days: funding.cardDays,
    echeck_days: funding.echeckDays,
    amex_apart: funding.amexApart,
    amex_days: funding.amexDays,
    is_default: !hasDiscount(settings),
  };
}
