import type { ZodType, ZodUndefined } from "zod";
import { isFilterDate } from "@/lib/constants/deposits";
import type { ProblemCode } from "@/lib/constants/problem-codes";
import type { Role } from "@/lib/constants/roles";
import type { WorkKind } from "@/lib/constants/work-limits";
import {
  accountId,
  calendarDate,
  ledgerRef,
  listQuery,
  messageResponse,
  queryNumber,
  text,
} from "@/lib/contracts/common";
import { currentDiscount, discountSettings } from "@/lib/contracts/discount-settings";
import { syncRun } from "@/lib/contracts/integrations";
import type { ConnectableDescriptor, KeyField, ProviderAction } from "@/lib/providers/descriptor";
import { describeProvider, LEDGER } from "@/lib/providers/list";
import * as z from "@/lib/zod";

const secret = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[\x21-\x7e]+$/, "Contains characters that a key can't have");

/** The body of connecting by key, with the documented field names. */
export function keyBody(fields: readonly KeyField[]): ZodType<Record<string, string>, Typed> {
  return z.object(Object.fromEntries(fields.map(({ wire }) => [wire, secret])));
}
type Typed = Record<string, string>;

/** The first payout day to import; without it, everything. */
export const startDate = calendarDate.refine(isFilterDate, "Must be a date");

/** Connecting by key: the documented fields, and for a payment processor the start date. */
function connectBody({ key, role }: ConnectableDescriptor) {
  const typed = Object.fromEntries((key?.fields ?? []).map(({ wire }) => [wire, secret]));
  return z.object({
    ...typed,
    ...(role === "source" && { start_date: startDate.optional() }),
  }) as unknown as ZodType<Connecting, Connecting>;
}
type Connecting = { start_date?: string | undefined } & Record<string, string | undefined>;

const startQuery = z.object({ start_date: startDate.optional() });

const CALLBACK_PARAMETERS = {
  code: text(2048).min(1),
  // Part of the path of every call to QuickBooks.
  realmId: z.string().regex(/^\d{1,32}$/, "Must be a company id of QuickBooks"),
  state: text(512).min(1),
};
type Callback = { code: string; state: string; realmId?: string | undefined };

function callbackBody({ redirect }: ConnectableDescriptor): ZodType<Callback, Callback> {
  const parameters = (redirect?.parameters ?? []).map(
    (name) => [name, CALLBACK_PARAMETERS[name]] as const,
  );
  return z.object(Object.fromEntries(parameters)) as unknown as ZodType<Callback, Callback>;
}

const authorizationUrl = z.object({
  /** The address to open in the user's browser. */
  authorization_url: z.url(),
});
const wait = z.object({
  /** Seconds to wait for the end of the sync, 60 unless given; 0 answers at once. */
  wait: queryNumber(0, 110).optional(),
});

/** Name, words, input and response of an action. */
export interface Shape<Body extends ZodType, Query extends ZodType, Response extends ZodType> {
  /** The operation's name from the provider's prefix: "stripe" → "stripeConnect". */
  name: (prefix: string) => string;
  summary: (provider: ConnectableDescriptor) => string;
  /** What the summary has no room for. */
  description?: (provider: ConnectableDescriptor) => string;
  role: Role;
  apiTokens: boolean;
  body?: (provider: ConnectableDescriptor) => Body;
  query?: Query;
  work?: WorkKind;
  problems?: readonly ProblemCode[];
  callsProvider?: boolean;
  response: Response;
}

function shape<
  Response extends ZodType,
  Body extends ZodType = ZodUndefined,
  Query extends ZodType = ZodUndefined,
>(given: Shape<Body, Query, Response>): Shape<Body, Query, Response> {
  return given;
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** QuickBooks' lists have names without a prefix: they were there before another ledger. */
const inBooks = (documented: string, name: (prefix: string) => string) => (prefix: string) =>
  prefix === describeProvider(LEDGER).operations ? documented : name(prefix);

/** A list of the ledger's accounts. */
const LEDGER_LIST = {
  role: "bookkeeper",
  work: "ledger",
  query: listQuery,
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused"],
  callsProvider: true,
} as const;

/** A choice among them, which has to be there. */
const LEDGER_CHOICE = {
  role: "admin",
  work: "ledger",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused", "unusable_input"],
  callsProvider: true,
} as const;

/** Input and response of each action, for any provider. */
export const SHAPES = {
  connectByKey: shape({
    name: (prefix) => `${prefix}Connect`,
    role: "admin",
    apiTokens: false,
    problems: ["decision_needed", "not_found", "paused", "unusable_input"],
    callsProvider: true,
    summary: ({ name }) => `Connect ${name}`,
    description: ({ key }) => `With ${key?.credentials}.`,
    body: connectBody,
    response: messageResponse,
  }),
  startConnect: shape({
    name: (prefix) => `${prefix}ConnectStart`,
    role: "admin",
    apiTokens: false,
    problems: ["already_exists", "decision_needed", "paused"],
    callsProvider: true,
    summary: ({ name }) => `Get the address to connect ${name}`,
    description: ({ key, redirect }) =>
      `To open in a browser${key ? `. Requires ${redirect?.service} to be set up` : ""}.`,
    query: startQuery,
    response: authorizationUrl,
  }),
  completeConnect: shape({
    name: (prefix) => `${prefix}Callback`,
    role: "admin",
    work: "ledger",
    apiTokens: false,
    problems: ["already_exists", "decision_needed", "paused", "unusable_input"],
    callsProvider: true,
    summary: ({ name }) => `Complete the ${name} connection`,
    body: callbackBody,
    response: messageResponse.extend({
      /** Of a consent to several: one has to be chosen, nothing is connected before. */
      accounts: z
        .array(
          z.object({
            /** Names it when choosing. */
            id: z.string(),
            /** As the provider calls it. */
            name: z.string(),
          }),
        )
        .optional(),
    }),
  }),
  chooseAccount: shape({
    name: (prefix) => `${prefix}ChooseAccount`,
    role: "admin",
    work: "ledger",
    apiTokens: false,
    problems: ["already_exists", "decision_needed", "paused", "unusable_input"],
    callsProvider: true,
    summary: ({ name, redirect }) => `Choose the ${name} ${redirect?.account} to connect`,
    description: () =>
      "Of a consent to several, once, within 15 minutes of its beginning. What isn't chosen and not used here loses our access.",
    body: () =>
      z.object({
        /** The callback's. */
        state: CALLBACK_PARAMETERS.state,
        /** One of `accounts`; null connects none. */
        account_id: text(200).min(1).nullable(),
      }),
    response: messageResponse,
  }),
  disconnect: shape({
    name: (prefix) => `${prefix}Disconnect`,
    role: "admin",
    apiTokens: true,
    problems: ["not_connected", "not_found", "paused"],
    callsProvider: true,
    summary: ({ name }) => `Disconnect ${name}`,
    description: ({ key }) => `${key ? "" : "Revokes its tokens. "}Imported data is kept.`,
    response: messageResponse,
  }),
  // The documented client only reads success, so by default the response waits for the sync to end.
  sync: shape({
    name: (prefix) => `${prefix}Sync`,
    role: "bookkeeper",
    apiTokens: true,
    problems: ["not_connected", "paused", "provider_error"],
    summary: ({ name, fetches }) => `Sync ${fetches} from ${name}`,
    description: ({ endpoints }) =>
      `\`?wait=0\` returns immediately with the run to poll.${endpoints.sync.startsWith("GET") ? " It changes state although it is a GET: don't prefetch it." : ""}`,
    query: wait,
    work: "sync",
    response: messageResponse.extend({
      /** The run, to follow with /sync-runs/. */
      run: syncRun,
    }),
  }),
  readCategory: shape({
    name: (prefix) => `${prefix}ExpenseList`,
    role: "viewer",
    apiTokens: true,
    summary: ({ name }) => `Get the expense category for ${name} fees`,
    description: () => "Empty if none is set.",
    response: z.object({
      /** The chosen category alone; empty if none is set. */
      expenses: z.array(
        z.object({
          /** The account of the category. */
          meta_data: z.object({
            /** The ledger's id of the account. */
            id: z.string(),
            Name: z.string(),
          }),
        }),
      ),
    }),
  }),
  saveCategory: shape({
    name: (prefix) => `save${capital(prefix)}Category`,
    ...LEDGER_CHOICE,
    summary: ({ name }) => `Choose the expense category for ${name} fees`,
    body: () =>
      z.object({
        /** The account of the category. */
        category: z.object({ Id: accountId, Name: text(200) }),
      }),
    response: messageResponse,
  }),
  readDiscount: shape({
    name: (prefix) => `${prefix}Settings`,
    role: "viewer",
    apiTokens: true,
    summary: ({ name }) => `Get the ${name} settings`,
    description: () =>
      "The discount rate used to estimate fees, and the days until the money is at the bank.",
    response: currentDiscount,
  }),
  saveDiscount: shape({
    name: (prefix) => `save${capital(prefix)}Settings`,
    role: "admin",
    apiTokens: true,
    problems: ["not_connected"],
    summary: ({ name }) => `Save the ${name} settings`,
    description: () => "Unmatched deposits are re-estimated and dated by them.",
    body: () => discountSettings,
    response: messageResponse,
  }),
  listBanks: shape({
    name: inBooks("bankList", (prefix) => `${prefix}BankList`),
    ...LEDGER_LIST,
    summary: ({ name }) => `List the bank accounts in ${name}`,
    response: z.object({ banks: z.array(ledgerRef) }),
  }),
  saveBank: shape({
    name: inBooks("saveBank", (prefix) => `save${capital(prefix)}Bank`),
    ...LEDGER_CHOICE,
    summary: () => "Choose the bank account for deposits",
    body: () =>
      z.object({
        bank_id: accountId,
        /** The account's name, as the ledger lists it. */
        bank_name: text(200),
      }),
    response: messageResponse,
  }),
  listClearing: shape({
    name: () => "clearingList",
    ...LEDGER_LIST,
    summary: () => "List accounts for negative payouts",
    description: ({ name }) => `Those of the ${name} company that can balance one.`,
    response: z.object({
      /** Accounts to choose from. */
      accounts: z.array(ledgerRef),
    }),
  }),
  saveClearing: shape({
    name: () => "saveClearing",
    ...LEDGER_CHOICE,
    summary: () => "Choose the account that offsets negative payouts",
    body: () => z.object({ account_id: accountId, account_name: text(200) }),
    response: messageResponse,
  }),
  listExpenses: shape({
    name: inBooks("expenseList", (prefix) => `${prefix}ExpenseList`),
    ...LEDGER_LIST,
    summary: ({ name }) => `List the expense accounts in ${name}`,
    description: () => "Empty when there is none.",
    response: z.object({
      /** Expense accounts. */
      expenses: z.array(ledgerRef),
    }),
  }),
} satisfies Record<ProviderAction, unknown>;
