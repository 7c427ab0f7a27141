import {
  DEFAULT_AFTER_DAYS,
  PREVIEW_DAYS,
  RECEIPT_RULE_KINDS,
  type RuleCustomer,
  type RuleKind,
} from "@/lib/constants/rules";
import type {
  ChosenOutcome,
  RuleConditions,
  RuleDraft,
  RuleOutcome,
  RulePreview,
  RuleView,
} from "@/lib/contracts/rules";
import type { SourceType } from "@/lib/contracts/source-type";
import { formatAmount, formatCount } from "@/lib/format";
import type { LedgerWords } from "@/lib/ledger-words";

interface Named {
  Id: string;
  Name: string;
}

/** A rule as the editor holds it; numbers as they are typed. */
export interface RuleForm {
  integration_type: SourceType;
  kind: RuleKind;
  description: string;
  customer: RuleCustomer;
  customer_name: string;
  amount_from: string;
  amount_to: string;
  currency: string;
  after_days: string;
  does: RuleOutcome["do"];
  /** Of the receipt; null: the line's own. */
  for_customer: Named | null;
  item: Named | null;
  tax_code: Named | null;
  class: Named | null;
  memo: string;
  account: Named | null;
  days: string;
  note: string;
}

/** What the fields of the editor get. */
export interface RuleFieldsProps {
  form: RuleForm;
  errors: Partial<Record<keyof RuleForm, string>>;
  onChange: (change: Partial<RuleForm>) => void;
}

const EMPTY: Omit<RuleForm, "integration_type"> = {
  ...{ kind: "charge", description: "", customer: "any", customer_name: "" },
  ...{ amount_from: "", amount_to: "", currency: "", after_days: String(DEFAULT_AFTER_DAYS) },
  ...{ does: "receipt", for_customer: null, item: null, tax_code: null, class: null, memo: "" },
  ...{ account: null, days: "7", note: "" },
};

/** What the editor starts with: a rule, a draft from a line, or nothing. */
export function formOf(from: RuleView | RuleDraft | null, source: SourceType): RuleForm {
  if (!from) return { ...EMPTY, integration_type: source };
  const { amount_from, amount_to, currency, after_days, ...conditions } = from.conditions;
  const form: RuleForm = {
    ...EMPTY,
    ...conditions,
    integration_type: from.integration_type,
    amount_from: amount_from ?? "",
    amount_to: amount_to ?? "",
    currency: currency ?? "",
    after_days: String(after_days),
  };
  return withFitting(from.outcome ? { ...form, ...outcomeFields(from.outcome) } : form);
}

function outcomeFields(outcome: RuleOutcome): Partial<RuleForm> {
  if (outcome.do === "account") {
    const { account, customer } = outcome;
    return { does: "account", account, for_customer: customer, class: outcome.class };
  }
  if (outcome.do === "wait") {
    return { does: "wait", days: String(outcome.days), note: outcome.note };
  }
  const { do: does, customer, ...receipt } = outcome;
  return { does, for_customer: customer, ...receipt };
}

/** The actions that fit a kind of line. */
export function outcomesOf(kind: RuleKind): RuleOutcome["do"][] {
  return [...(RECEIPT_RULE_KINDS.includes(kind) ? (["receipt"] as const) : []), "account", "wait"];
}

/** The same with an outcome that its kind can have. */
export function withFitting(form: RuleForm): RuleForm {
  const fitting = outcomesOf(form.kind);
  return { ...form, does: fitting.includes(form.does) ? form.does : (fitting[0] ?? "wait") };
}

/** The form's errors by field, in words for the user; empty when it can be sent. */
export function errorsOf(form: RuleForm): Partial<Record<keyof RuleForm, string>> {
  return { ...conditionErrors(form), ...outcomeErrors(form) };
}

/** Of the part that a preview needs. */
export function conditionErrors(form: RuleForm): Partial<Record<keyof RuleForm, string>> {
  const amounts = [form.amount_from, form.amount_to].map((text) => text.trim());
  return {
    ...(form.customer === "named" &&
      form.customer_name.trim() === "" && { customer_name: "Enter a name or email address." }),
    ...(!isAmount(form.amount_from) && { amount_from: AMOUNT }),
    ...(!isAmount(form.amount_to) && { amount_to: AMOUNT }),
    ...(form.currency !== "" &&
      !/^[A-Za-z]{3}$/.test(form.currency.trim()) && { currency: "Enter a code such as USD." }),
    ...(form.currency.trim() === "" &&
      amounts.some((text) => text !== "") && { currency: "Enter the currency of the amounts." }),
    ...(!isDays(form.after_days, 0, 90) && { after_days: "Enter 0 to 90 days." }),
  };
}

function outcomeErrors(form: RuleForm): Partial<Record<keyof RuleForm, string>> {
  if (form.does === "receipt") {
    return {
      ...(!form.item && { item: "Choose a product or service." }),
      ...(form.for_customer?.Id === "" && {
        for_customer: "Choose a customer from the list, or clear the field.",
      }),
    };
  }
  if (form.does === "account") return form.account ? {} : { account: "Choose an account." };
  return isDays(form.days, 1, 365) ? {} : { days: "Enter 1 to 365 days." };
}

const AMOUNT = "Enter an amount such as 25.00.";

function isAmount(text: string): boolean {
  return /^(\d{1,12}(\.\d{1,3})?)?$/.test(text.trim());
}

function isDays(text: string, least: number, most: number): boolean {
  const days = Number(text);
  return /^\d+$/.test(text.trim()) && days >= least && days <= most;
}

/** "5" is 5.00. */
function decimal(text: string): string | null {
  const [whole = "", fraction = ""] = text.trim().split(".");
  return whole === "" ? null : `${whole}.${fraction.padEnd(2, "0")}`;
}

export function conditionsOf(form: RuleForm): RuleConditions {
  const { kind, customer } = form;
  return {
    ...{ kind, customer, description: form.description.trim() },
    customer_name: customer === "named" ? form.customer_name.trim() : "",
    amount_from: decimal(form.amount_from),
    amount_to: decimal(form.amount_to),
    currency: form.currency.trim().toUpperCase() || null,
    after_days: Number(form.after_days),
  };
}

/** The outcome as chosen so far, for its wording. */
export function outcomeOf(form: RuleForm): RuleOutcome | null {
  if (form.does === "wait") return { do: "wait", days: Number(form.days), note: form.note.trim() };
  if (form.does === "account") {
    return form.account && { do: "account", account: form.account, ...chosenTags(form) };
  }
  const { item, tax_code, memo } = form;
  return (
    item && {
      ...{ do: "receipt", item, tax_code, class: form.class, memo: memo.trim() },
      customer: form.for_customer,
    }
  );
}

/** Customer and class of the outcome; a customer who is only typed is none. */
export function chosenTags({ for_customer, class: ofClass }: RuleForm) {
  return { customer: for_customer?.Id ? for_customer : null, class: ofClass };
}

/** The outcome by its ids, as it is sent. */
export function chosenOutcome(outcome: RuleOutcome): ChosenOutcome {
  if (outcome.do === "wait") return outcome;
  if (outcome.do === "account") {
    const { account, customer } = outcome;
    return {
      ...{ do: "account", account_id: account.Id, class_id: outcome.class?.Id ?? null },
      customer: customer && { Id: customer.Id, name: customer.Name },
    };
  }
  const { customer, item, tax_code, memo } = outcome;
  return {
    ...{ do: "receipt", item_id: item.Id, memo },
    customer: customer && { Id: customer.Id, name: customer.Name },
    tax_code_id: tax_code?.Id ?? null,
    class_id: outcome.class?.Id ?? null,
  };
}

/** What a rule would have covered: "12 lines in the last 90 days, 300.00 USD in all." */
export function coveredText({ count, sums }: RulePreview): string {
  if (count === 0) return `No line in the last ${PREVIEW_DAYS} days.`;
  const amounts = sums.map(({ amount, currency }) => `${formatAmount(amount)} ${currency}`);
  return `${lines(count)} in the last ${PREVIEW_DAYS} days, ${amounts.join(" and ")} in all.`;
}

/** Where it would have been wrong; empty where it would not. */
export function wrongText({ count, wrong }: RulePreview, { name }: LedgerWords): string {
  if (wrong === 0) return "";
  const which = wrong === count ? (count === 1 ? "It" : "All of them") : `${wrong} of them`;
  const were = wrong === 1 || (wrong === count && count === 1) ? "was" : "were";
  return `${which} ${were} matched to payments in ${name}. If a payment is entered later than the rule waits, the sale is recorded twice.`;
}

/** What happens as soon as it is on. */
export function openText({ open }: RulePreview): string {
  if (open === 0) return "None of them is open now.";
  return open === 1
    ? "1 is open now and may be decided at once."
    : `${open} are open now and may be decided at once.`;
}

function lines(count: number): string {
  return count === 1 ? "1 line" : `${formatCount(count)} lines`;
}
