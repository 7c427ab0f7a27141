import { MAX_RULES } from "@/lib/constants/rules";
import {
  calendarDate,
  currency,
  decimalString,
  messageResponse,
  rowId,
  storedId,
} from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import {
  type chosenOutcome,
  chosenRule,
  rule,
  ruleConditions,
  ruleOutcome,
} from "@/lib/contracts/rule-views";
import { sourceType } from "@/lib/contracts/source-type";
import * as z from "@/lib/zod";

export type RuleConditions = z.infer<typeof ruleConditions>;
export type RuleOutcome = z.infer<typeof ruleOutcome>;
export type ChosenOutcome = z.infer<typeof chosenOutcome>;
export type ChosenRule = z.infer<typeof chosenRule>;
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
  problems: ["limit_reached", "not_connected", "not_found", "paused", "unusable_input"],
  callsProvider: true,
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
  problems: ["not_connected", "not_found", "paused", "unusable_input"],
  callsProvider: true,
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
  problems: ["not_found", "unusable_input"],
  query: z.object({ deposit_id: rowId, line_id: rowId }),
  response: z.object({
    integration_type: sourceType,
    conditions: ruleConditions,
    /** What was chosen for the line; null: nothing was chosen for the line yet. */
    outcome: ruleOutcome.nullable(),
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
  problems: ["changed_meanwhile", "not_found"],
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
  problems: ["not_found"],
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
  problems: ["not_found"],
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
  problems: ["limit_reached", "not_found"],
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
  problems: ["unusable_input"],
  body: z.object({ integration_type: sourceType, conditions: ruleConditions }),
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
  problems: ["not_found"],
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
