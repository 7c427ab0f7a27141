import {
  CUSTOMER_NAME_LENGTH,
  MEMO_LENGTH,
  WAIT_NOTE_LENGTH,
} from "@/lib/constants/planned-payments";
import {
  MAX_AFTER_DAYS,
  MAX_WAIT_DAYS,
  RULE_CUSTOMERS,
  RULE_KINDS,
  RULE_TEXT_LENGTH,
} from "@/lib/constants/rules";
import {
  accountId,
  calendarDate,
  decimalString,
  instant,
  ledgerRef,
  storedId,
  text,
} from "@/lib/contracts/common";
import { sourceType } from "@/lib/contracts/source-type";
import * as z from "@/lib/zod";

/**
 * Which lines a rule covers: those that meet all of it.
 * @schema RuleConditions
 */
export const ruleConditions = z.object({
  /** What the line is. */
  kind: z.enum(RULE_KINDS),
  /** The line's description contains it, in upper or lower case; empty: any. */
  description: text(RULE_TEXT_LENGTH),
  /** any: with or without a customer; known: the processor names one; none: it names none; named: `customer_name`. */
  customer: z.enum(RULE_CUSTOMERS),
  /** The name or email address, with customer `named`; otherwise empty. */
  customer_name: text(RULE_TEXT_LENGTH),
  /** The least amount, in `currency`; null: any. Positive, also of a refund. */
  amount_from: decimalString.nullable(),
  /** The largest amount; null: any. */
  amount_to: decimalString.nullable(),
  /** The line's currency, an ISO 4217 code; null: any. */
  currency: text(3).min(3).nullable(),
  /** Days after the payout to wait for the payment to be entered. */
  after_days: z.number().int().min(0).max(MAX_AFTER_DAYS),
});

/**
 * What a rule does with a line it covers.
 * @schema RuleOutcome
 */
export const ruleOutcome = z.union([
  z.object({
    /** Plans a receipt. */
    do: z.enum(["receipt"]),
    /** The customer; null: the line's own, created if the ledger has none; without one where the processor names none. */
    customer: ledgerRef.nullable(),
    /** The product or service. */
    item: ledgerRef,
    tax_code: ledgerRef.nullable(),
    class: ledgerRef.nullable(),
    memo: z.string(),
  }),
  z.object({
    /** Books the line to an account. */
    do: z.enum(["account"]),
    /** The account. */
    account: ledgerRef,
    customer: ledgerRef.nullable(),
    class: ledgerRef.nullable(),
  }),
  z.object({
    /** Postpones the line. */
    do: z.enum(["wait"]),
    /** For so many days after the payout. */
    days: z.number().int(),
    note: z.string(),
  }),
]);

/**
 * A customer that was chosen in the books.
 * @schema ChosenCustomer
 */
const chosenCustomer = z.object({
  /** The ledger's id of the customer. */
  Id: accountId,
  /** The customer's name. */
  name: text(CUSTOMER_NAME_LENGTH).min(1),
});

/**
 * What a rule does with a line it covers.
 * @schema ChosenRuleOutcome
 */
export const chosenOutcome = z.union([
  z.object({
    /** Plans a receipt. */
    do: z.enum(["receipt"]),
    /** Null: the line's own, created if the ledger has none; without one where the processor names none. */
    customer: chosenCustomer.nullable(),
    item_id: accountId,
    tax_code_id: accountId.nullable(),
    class_id: accountId.nullable(),
    memo: text(MEMO_LENGTH),
  }),
  z.object({
    /** Books the line to an account. */
    do: z.enum(["account"]),
    /** The ledger's id of the account. */
    account_id: accountId,
    /** The customer that the lines are booked for. */
    customer: chosenCustomer.nullable().optional(),
    /** The part of the business that the lines are booked for, the ledger's id of a class. */
    class_id: accountId.nullable().optional(),
  }),
  z.object({
    /** Postpones the line. */
    do: z.enum(["wait"]),
    /** For so many days after the payout. */
    days: z.number().int().min(1).max(MAX_WAIT_DAYS),
    note: text(WAIT_NOTE_LENGTH),
  }),
]);

export const chosenRule = z.object({
  /** The payment processor. */
  integration_type: sourceType,
  conditions: ruleConditions,
  /** What it does with them. */
  outcome: chosenOutcome,
});

/**
 * A rule for lines without a payment in the books.
 * @schema Rule
 */
export const rule = z.object({
  /** The rule's id. */
  id: storedId,
  /** The rule in words. */
  text: z.string(),
  /** Whether it is on. */
  active: z.boolean(),
  /** The payment processor. */
  integration_type: sourceType,
  conditions: ruleConditions,
  /** What it does with them. */
  outcome: ruleOutcome,
  /** Who created it, a username; null: the account no longer exists. */
  created_by: z.string().nullable(),
  created_at: instant,
  /** How many lines it has decided. */
  uses: z.number().int(),
  /** When the last of these lines was paid out; null for none. */
  last_used: calendarDate.nullable(),
  /** For the user: why it does nothing although it is on; empty when it works. */
  obstacle: z.string(),
});
