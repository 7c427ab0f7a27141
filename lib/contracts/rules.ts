import {
  CUSTOMER_NAME_LENGTH,
  MEMO_LENGTH,
  WAIT_NOTE_LENGTH,
} from "@/lib/constants/planned-payments";
import {
  MAX_AFTER_DAYS,
  MAX_RULES,
  MAX_WAIT_DAYS,
  RULE_CUSTOMERS,
  RULE_KINDS,
  RULE_TEXT_LENGTH,
} from "@/lib/constants/rules";
import {
  accountId,
  calendarDate,
  currency,
  decimalString,
  instant,
  ledgerRef,
  messageResponse,
  rowId,
  storedId,
  text,
} from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { sourceType } from "@/lib/contracts/source-type";
import * as z from "@/lib/zod";

/**
 * Which lines a rule covers: those that meet all of it.
 * @schema RuleConditions
 */
const conditions = z.object({
  /** What the line is. */
  kind: z.enum(RULE_KINDS),
  /** The line's description contains it, in upper or lower case; empty: any. */
  description: text(RULE_TEXT_LENGTH),
  /** any: with or without a customer; known: the processor names one; none: it names none; named: `customer_name`. */
  customer: z.enum(RULE_CUSTOMERS),
  /** The name or e-mail address, with customer `named`; otherwise empty. */
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
export type RuleConditions = z.infer<typeof conditions>;

/**
 * What a rule does with a line it covers.
 * @schema RuleOutcome
 */
const outcome = z.union([
  z.object({
    /** Plans a receipt. */
    do: z.enum(["receipt"]),
    /** The customer; null: the line's own, created if QuickBooks has none; without one where the processor names none. */
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
export type RuleOutcome = z.infer<typeof outcome>;

/**
 * A customer that was chosen in QuickBooks.
 * @schema ChosenCustomer
 */
const chosenCustomer = z.object({
  /** QuickBooks' id of the customer. */
  Id: accountId,
  /** The customer's name. */
  name: text(CUSTOMER_NAME_LENGTH).min(1),
});

/**
 * What a rule does with a line it covers.
 * @schema ChosenRuleOutcome
 */
const chosenOutcome = z.union([
  z.object({
    /** Plans a receipt. */
    do: z.enum(["receipt"]),
    /** Null: the line's own, created if QuickBooks has none; without one where the processor names none. */
    customer: chosenCustomer.nullable(),
    item_id: accountId,
    tax_code_id: accountId.nullable(),
    class_id: accountId.nullable(),
    memo: text(MEMO_LENGTH),
  }),
  z.object({
    /** Books the line to an account. */
    do: z.enum(["account"]),
    /** QuickBooks' id of the account. */
    account_id: accountId,
    /** The customer that the lines are booked for. */
    customer: chosenCustomer.nullable().optional(),
    /** The part of the business that the lines are booked for, QuickBooks' id of a class. */
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
export type ChosenOutcome = z.infer<typeof chosenOutcome>;

const chosenRule = z.object({
  /** The payment processor. */
  integration_type: sourceType,
  conditions,
  /** What it does with them. */
  outcome: chosenOutcome,
});
export type ChosenRule = z.infer<typeof chosenRule>;

/**
 * A rule for lines without a payment in QuickBooks.
 * @schema Rule
 */
const rule = z.object({
  /** The rule's id. */
  id: storedId,
  /** The rule in words. */
  text: z.string(),
  /** Whether it is on. */
  active: z.boolean(),
  /** The payment processor. */
  integration_type: sourceType,
  conditions,
  /** What it does with them. */
  outcome,
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
export type RuleView = z.infer<typeof rule>;

/** The precedence of active rules is a setting: it determines bookings that no user reviews. */
const CHANGES_RULE = {
  role: "admin",
  when: "the rule is active and another active rule could apply to its lines",
} as const;

const ruleResponse = messageResponse.extend({
  /** The rule as it is stored now. */
  rule,
});
const ruleId = z.object({ rule_id: rowId });

export const listRules = defineEndpoint({
  method: "GET",
  path: "/rules/",
  summary: "The rules for lines without a payment in QuickBooks, in the order in which they apply",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    /** In the order in which they apply. */
    rules: z.array(rule),
  }),
});

export const createRule = defineEndpoint({
  method: "POST",
  path: "/rules/",
  work: "ledger",
  summary: "Create a rule, switched off",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: ["limit_reached", "not_connected", "paused"],
  body: chosenRule,
  response: ruleResponse,
});

export const updateRule = defineEndpoint({
  method: "PUT",
  path: "/rules/",
  work: "ledger",
  summary: "Change a rule; it is off until it is switched on again",
  access: "session",
  role: "bookkeeper",
  roleWhen: CHANGES_RULE,
  apiTokens: true,
  conflicts: ["not_connected", "paused"],
  body: chosenRule.extend({ rule_id: rowId }),
  response: ruleResponse,
});

export const ruleFromLine = defineEndpoint({
  method: "GET",
  path: "/rules/from-line/",
  summary: "A rule for lines like this one, from what was chosen for it; nothing is stored",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  query: z.object({ deposit_id: rowId, line_id: rowId }),
  response: z.object({
    integration_type: sourceType,
    conditions,
    /** What was chosen for the line; null: nothing was chosen for the line yet. */
    outcome: outcome.nullable(),
  }),
});
export type RuleDraft = z.infer<typeof ruleFromLine.response>;

export const orderRules = defineEndpoint({
  method: "POST",
  path: "/rules/order/",
  summary: "Put the rules in order: the first one that covers a line decides",
  access: "session",
  role: "bookkeeper",
  roleWhen: {
    role: "admin",
    when: "it changes which of two active rules comes first",
  },
  apiTokens: true,
  conflicts: ["changed_meanwhile"],
  body: z.object({
    /** Ids of all rules, in the new order. */
    rule_ids: z.array(rowId).min(1).max(MAX_RULES),
  }),
  response: messageResponse,
});

export const switchRule = defineEndpoint({
  method: "POST",
  path: "/rules/switch/",
  summary: "Switch a rule on or off; switched on, it decides about open lines too",
  access: "session",
  role: "bookkeeper",
  settingFields: [
    {
      field: "active",
      value: true,
      role: "admin",
      purpose: "switch a rule on",
    },
  ],
  roleWhen: CHANGES_RULE,
  apiTokens: true,
  body: ruleId.extend({
    /** Whether to switch it on. */
    active: z.boolean(),
  }),
  response: messageResponse,
});

export const deleteRule = defineEndpoint({
  method: "POST",
  path: "/rules/delete/",
  summary: "Delete a rule; what it decided stays",
  access: "session",
  role: "bookkeeper",
  roleWhen: CHANGES_RULE,
  apiTokens: true,
  body: ruleId,
  response: messageResponse,
});

export const restoreRule = defineEndpoint({
  method: "POST",
  path: "/rules/restore/",
  summary: "Bring a deleted rule back, switched off",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: ["limit_reached"],
  body: ruleId,
  response: messageResponse,
});

/**
 * A line that a rule covers.
 * @schema RuleLine
 */
const touchedLine = z.object({
  deposit_id: storedId,
  line_id: storedId,
  /** The line's day. */
  date: calendarDate,
  description: z.string(),
  /** The customer, as the processor knows them; empty for none. */
  customer: z.string(),
  /** In `currency`, signed. */
  amount: decimalString,
  currency,
});

export const previewRule = defineEndpoint({
  method: "POST",
  path: "/rules/preview/",
  work: "preview",
  onlyReads: true,
  summary: "The lines of the last 90 days that a rule alone covers; nothing is stored",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  body: z.object({ integration_type: sourceType, conditions }),
  response: z.object({
    /** How many lines. */
    count: z.number().int(),
    /** Of those, lines that were matched to payments in QuickBooks: there the rule would have been wrong. */
    wrong: z.number().int(),
    /** Of those, lines that are open now. */
    open: z.number().int(),
    sums: z.array(
      z.object({
        currency,
        /** How many lines. */
        count: z.number().int(),
        /** Their sum. */
        amount: decimalString,
      }),
    ),
    /** The latest 50. */
    rows: z.array(
      touchedLine.extend({
        /** matched: to a payment in QuickBooks; decided: by a person or a rule. */
        state: z.enum(["matched", "decided", "open"]),
      }),
    ),
  }),
});
export type RulePreview = z.infer<typeof previewRule.response>;

export const ruleUses = defineEndpoint({
  method: "GET",
  path: "/rules/uses/",
  summary: "The latest 50 lines that a rule has decided, and their state now",
  access: "session",
  role: "viewer",
  apiTokens: true,
  query: ruleId,
  response: z.object({
    /** The latest 50. */
    uses: z.array(
      touchedLine.extend({
        /** What became of the line, in words. */
        text: z.string(),
      }),
    ),
  }),
});
export type RuleUse = z.infer<typeof ruleUses.response>["uses"][number];
