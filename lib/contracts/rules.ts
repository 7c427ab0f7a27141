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

/** For lines without a payment in the books, in the order in which they apply. */
export const listRules = defineEndpoint({
  method: "GET",
  path: "/rules/",
  summary: "List the rules",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    /** In the order in which they apply. */
    rules: z.array(rule),
  }),
});

/** It is off until it is switched on. */
export const createRule = defineEndpoint({
  method: "POST",
  path: "/rules/",
  work: "ledger",
  summary: "Create a rule",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["limit_reached", "not_connected", "not_found", "paused", "unusable_input"],
  callsProvider: true,
  body: chosenRule,
  response: ruleResponse,
});

/** It is off until it is switched on again. */
export const updateRule = defineEndpoint({
  method: "PUT",
  path: "/rules/",
  work: "ledger",
  summary: "Change a rule",
  access: "session",
  role: "bookkeeper",
  roleWhen: CHANGES_RULE,
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused", "unusable_input"],
  callsProvider: true,
  body: chosenRule.extend({ rule_id: rowId }),
  response: ruleResponse,
});

/** For lines like this one, from what was chosen for it. Nothing is stored. */
export const ruleFromLine = defineEndpoint({
  method: "GET",
  path: "/rules/from-line/",
  summary: "Draft a rule from a line",
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

/** The first one that covers a line decides. */
export const orderRules = defineEndpoint({
  method: "POST",
  path: "/rules/order/",
  summary: "Put the rules in order",
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

/** Switched on, it decides about open lines too. */
export const switchRule = defineEndpoint({
  method: "POST",
  path: "/rules/switch/",
  summary: "Switch a rule on or off",
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

/** What it decided stays. */
export const deleteRule = defineEndpoint({
  method: "POST",
  path: "/rules/delete/",
  summary: "Delete a rule",
  access: "session",
  role: "bookkeeper",
  roleWhen: CHANGES_RULE,
  apiTokens: true,
  problems: ["not_found"],
  body: ruleId,
  response: messageResponse,
});

/** It is off until it is switched on. */
export const restoreRule = defineEndpoint({
  method: "POST",
  path: "/rules/restore/",
  summary: "Restore a deleted rule",
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

/** The lines of the last 90 days that it alone covers. Nothing is stored. */
export const previewRule = defineEndpoint({
  method: "POST",
  path: "/rules/preview/",
  work: "preview",
  onlyReads: true,
  summary: "Preview a rule",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["unusable_input"],
  body: z.object({ integration_type: sourceType, conditions: ruleConditions }),
  response: z.object({
    /** How many lines. */
    count: z.number().int(),
    /** Of those, lines that were matched to payments in the books: there the rule would have been wrong. */
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
        /** matched: to a payment in the books; decided: by a person or a rule. */
        state: z.enum(["matched", "decided", "open"]),
      }),
    ),
  }),
});
export type RulePreview = z.infer<typeof previewRule.response>;

/** The latest 50, and their state now. */
export const ruleUses = defineEndpoint({
  method: "GET",
  path: "/rules/uses/",
  summary: "List the lines that a rule has decided",
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
