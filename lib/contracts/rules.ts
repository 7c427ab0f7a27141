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
  decimalString,
  messageResponse,
  rowId,
  text,
} from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { sourceType } from "@/lib/contracts/source-type";
import * as z from "@/lib/zod";

const named = z.object({ Id: z.string(), Name: z.string() });

/** Which lines a rule covers. */
const conditions = z.object({
  kind: z.enum(RULE_KINDS),
  /** The line's description contains it, in upper or lower case. */
  description: text(RULE_TEXT_LENGTH),
  customer: z.enum(RULE_CUSTOMERS),
  /** With customer "named": name or e-mail address. */
  customer_name: text(RULE_TEXT_LENGTH),
  /** Between these, both included, in `currency`; null: any. Positive, also of a refund. */
  amount_from: decimalString.nullable(),
  amount_to: decimalString.nullable(),
  /** ISO 4217; null: any. */
  currency: text(3).min(3).nullable(),
  /** Days after the payout to wait for the payment to be entered. */
  after_days: z.number().int().min(0).max(MAX_AFTER_DAYS),
});
export type RuleConditions = z.infer<typeof conditions>;

/** What a rule does with a line it covers. */
const outcome = z.union([
  z.object({
    do: z.enum(["receipt"]),
    /** Null: the line's own, created if QuickBooks has none; without one where the processor names none. */
    customer: named.nullable(),
    item: named,
    tax_code: named.nullable(),
    class: named.nullable(),
    memo: z.string(),
  }),
  z.object({
    do: z.enum(["account"]),
    account: named,
    customer: named.nullable(),
    class: named.nullable(),
  }),
  z.object({ do: z.enum(["wait"]), days: z.number().int(), note: z.string() }),
]);
export type RuleOutcome = z.infer<typeof outcome>;

const chosenCustomer = z.object({ Id: accountId, name: text(CUSTOMER_NAME_LENGTH).min(1) });

const chosenOutcome = z.union([
  z.object({
    do: z.enum(["receipt"]),
    customer: chosenCustomer.nullable(),
    item_id: accountId,
    tax_code_id: accountId.nullable(),
    class_id: accountId.nullable(),
    memo: text(MEMO_LENGTH),
  }),
  z.object({
    do: z.enum(["account"]),
    account_id: accountId,
    /** For whom, and for what part of the business, the lines are booked. */
    customer: chosenCustomer.nullable().optional(),
    class_id: accountId.nullable().optional(),
  }),
  z.object({
    do: z.enum(["wait"]),
    /** After the payout's day. */
    days: z.number().int().min(1).max(MAX_WAIT_DAYS),
    note: text(WAIT_NOTE_LENGTH),
  }),
]);
export type ChosenOutcome = z.infer<typeof chosenOutcome>;

const chosenRule = z.object({ integration_type: sourceType, conditions, outcome: chosenOutcome });
export type ChosenRule = z.infer<typeof chosenRule>;

const rule = z.object({
  id: z.number().int(),
  /** The rule in words. */
  text: z.string(),
  active: z.boolean(),
  integration_type: sourceType,
  conditions,
  outcome,
  /** Null: the account no longer exists. */
  created_by: z.string().nullable(),
  created_at: z.string(),
  /** How many lines it has decided, and when the last one was paid out. */
  uses: z.number().int(),
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

const ruleResponse = messageResponse.extend({ rule });
const ruleId = z.object({ rule_id: rowId });

export const listRules = defineEndpoint({
  method: "GET",
  path: "/rules/",
  summary: "The rules for lines without a payment in QuickBooks, in the order in which they apply",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({ rules: z.array(rule) }),
});

export const createRule = defineEndpoint({
  method: "POST",
  path: "/rules/",
  work: "ledger",
  summary: "Create a rule, switched off",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: ["limit_reached", "not_connected"],
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
  conflicts: ["not_connected"],
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
    /** Null: nothing was chosen for the line yet. */
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
  /** All of them. */
  conflicts: ["changed_meanwhile"],
  body: z.object({ rule_ids: z.array(rowId).min(1).max(MAX_RULES) }),
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
  body: ruleId.extend({ active: z.boolean() }),
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

const touchedLine = z.object({
  deposit_id: z.number().int(),
  line_id: z.number().int(),
  date: calendarDate,
  description: z.string(),
  customer: z.string(),
  /** Signed. */
  amount: decimalString,
  currency: z.string(),
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
    count: z.number().int(),
    /** Of those, lines that were matched to payments in QuickBooks: there the rule would have been wrong. */
    wrong: z.number().int(),
    /** Of those, lines that are open now. */
    open: z.number().int(),
    sums: z.array(
      z.object({ currency: z.string(), count: z.number().int(), amount: decimalString }),
    ),
    /** The latest 50. */
    rows: z.array(touchedLine.extend({ state: z.enum(["matched", "decided", "open"]) })),
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
  response: z.object({ uses: z.array(touchedLine.extend({ text: z.string() })) }),
});
export type RuleUse = z.infer<typeof ruleUses.response>["uses"][number];
