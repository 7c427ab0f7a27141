import * as z from "@/lib/zod";

const percent = z
  .string()
  .trim()
  .regex(/^\d{1,2}(\.\d{1,4})?$/, "Must be a percentage such as 2.9");
const fixedFee = z
  .string()
  .trim()
  .regex(/^\d{1,4}(\.\d{1,2})?$/, "Must be an amount such as 0.30");
const bankDays = z
  .number("Must be a number of days such as 2")
  .int("Must be whole days")
  .min(0, "Must be 0 or more")
  .max(30, "Must be 30 or less");

/**
 * What the processor does not report of settled batches, set by the user: the acquirer's fees, and when the money reaches
 * the bank. What is left out stays as it is.
 */
export const discountSettings = z.object({
  /** Of each card payment, in percent: "2.90". */
  discount_percent: percent,
  /** Per card payment, in the merchant's currency: "0.30". */
  discount_fixed: fixedFee,
  /** daily: deducted from each deposit. monthly: deposits arrive gross, with one debit at month-end. */
  discount_timing: z.enum(["daily", "monthly"]),
  /** Of each eCheck, in percent; as of cards until it is set. */
  echeck_percent: percent.optional(),
  /** Per eCheck, in the merchant's currency; as of cards until it is set. */
  echeck_fixed: fixedFee.optional(),
  /** Bank days from settlement to the bank. */
  card_days: bankDays.optional(),
  /** The same for eChecks. */
  echeck_days: bankDays.optional(),
  /** Whether American Express pays its part of a batch itself. */
  amex_apart: z.boolean().optional(),
  /** Bank days from settlement to the bank, of American Express. */
  amex_days: bankDays.optional(),
});
export type DiscountSettings = z.infer<typeof discountSettings>;

export const currentDiscount = discountSettings.required().extend({
  /** True while nothing has been set. */
  is_default: z.boolean(),
});
export type CurrentDiscount = z.infer<typeof currentDiscount>;
