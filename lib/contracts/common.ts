import { ALL_CODES } from "@/lib/constants/problem-codes";
import { MAX_ROW_ID, ROW_ID_DIGITS } from "@/lib/constants/row-id";
import { LINES, ONE_LINE } from "@/lib/constants/text";
import { isOfOneScript, isPlain, isVisible, tidyName } from "@/lib/names";
import * as z from "@/lib/zod";

/**
 * The answer of an action without a result.
 * @schema Message
 */
export const messageResponse = z.object({ message: z.string() });

/**
 * Every error response.
 */
export const problem = z.object({
  /** For people; it may change. */
  message: z.string(),
  /** For programs: compare this one. Codes are added, never renamed. */
  code: z.enum(ALL_CODES),
  /** What is wrong with the input, in words for people, by field or parameter. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Only with `two_factor_required`: identifies the sign-in for /user/login/two-factor/api/. */
  challenge: z.string().optional(),
  /** Of this call, as in X-Request-Id and in the installation's log. */
  request_id: z.string(),
});
export type Problem = z.infer<typeof problem>;

/**
 * An exact amount of money in units of its currency, as decimal text with at least two decimals: "1234.50", "-3.20".
 * @schema Amount
 */
export const decimalString = z
  .string()
  .regex(/^-?\d+\.\d{2,3}$/)
  .meta({ examples: ["1234.50"] });

/** An ISO 4217 code in capitals, such as USD. */
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, "Must be a currency code such as USD");

/**
 * An ISO 4217 code in capitals, such as USD.
 * @schema Currency
 */
export const currency = z.string();

/**
 * A sum of amounts in one currency; currencies are never added up together.
 * @schema CurrencySum
 */
export const currencySum = z.object({
  currency,
  /** The sum of the amounts in this currency. */
  amount: decimalString,
});

/**
 * A point in time, ISO 8601 in UTC: "2026-03-05T09:30:00.000Z".
 * @schema Timestamp
 */
export const instant = z.iso.datetime();

/**
 * The id of a record of this product, unique within its company: a positive 32-bit integer.
 * @schema RowId
 */
export const storedId = z.number().int().min(1).max(MAX_ROW_ID);

/**
 * A record in the books: its id there, and its name as the ledger shows it.
 * @schema LedgerRef
 */
export const ledgerRef = z.object({ Id: z.string(), Name: z.string() });

/**
 * A calendar date, `YYYY-MM-DD`, without a time zone.
 * @schema Day
 */
export const calendarDate = z.iso.date();

/**
 * The id of a record of this product, unique within its company: a positive 32-bit integer.
 * @schema RowId
 */
export const rowId = z
  .union([z.number(), z.string().regex(ROW_ID_DIGITS, "Must be a whole number").transform(Number)])
  .pipe(z.number().int().min(1).max(MAX_ROW_ID));

/**
 * A whole number in an address: decimal digits alone, where `Number` would also read "0x2", "1e1" and " 2 ".
 * @param min at least 0
 */
export function queryNumber(min: number, max: number) {
  return (
    z
      .string()
      .regex(/^\d{1,9}$/, "Must be a whole number")
      .transform(Number)
      .pipe(z.number().int().min(min).max(max))
      // As it is documented: an address has only text.
      .meta({ type: "integer", minimum: min, maximum: max })
  );
}

/** The ledger's lists are cached for a few minutes. `reload` bypasses the cache, at most once a minute. */
export const listQuery = z.object({ reload: z.enum(["true"]).optional() });
export type ListQuery = z.infer<typeof listQuery>;

/** An amount that a client computed, in units of the currency. Text such as "12.5" is taken too. */
export const amountNumber = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d{1,13}(\.\d{1,9})?$/, "Must be an amount")
      .transform(Number),
  ])
  // Larger amounts in minor units are not safe integers.
  .pipe(z.number().min(-1e12).max(1e12));

/** User input on one line: trimmed, bounded, see {@link ONE_LINE}. */
export function text(max: number) {
  return z.string().trim().max(max).regex(ONE_LINE, "Contains characters that can't be used");
}

/** A name that other people read: it has no invisible characters. */
export function name(max: number) {
  return text(max).overwrite(tidyName).refine(isVisible, "Contains characters that can't be seen");
}

/**
 * A name that stands for one account or program, which no other one can pass for: written in one way (full width becomes
 * plain), without joiners, in one of the alphabets that look alike.
 */
export function uniqueName(max: number) {
  return text(max)
    .normalize("NFKC")
    .overwrite(tidyName)
    .refine(isPlain, "Contains characters that can't be seen")
    .refine(isOfOneScript, "Mixes letters of alphabets that look alike");
}

/** The company's name. Deleting or leaving it asks for it, and lists tell companies apart by it. */
export const companyName = name(200).min(1, "Company name is required");

/** Like {@link text}, with line breaks. */
export function lines(max: number) {
  return z.string().trim().max(max).regex(LINES, "Contains characters that can't be used");
}

/**
 * A record that was chosen from a list of the ledger: its id there, and its name as the list has it.
 * @schema ChosenRef
 */
export const namedRef = z.object({ Id: z.string().min(1).max(64), Name: text(500) });

/**
 * The ledger's id of a record.
 * @schema LedgerId
 */
export const accountId = z
  .union([z.string(), z.number().int()])
  .transform(String)
  .pipe(text(64).min(1));
