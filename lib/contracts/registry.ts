import * as accountDeletion from "@/lib/contracts/account-deletion";
import * as accounts from "@/lib/contracts/accounts";
import * as activity from "@/lib/contracts/activity";
import * as apiTokens from "@/lib/contracts/api-tokens";
import * as bookings from "@/lib/contracts/bookings";
import * as companies from "@/lib/contracts/companies";
import * as companiesOverview from "@/lib/contracts/companies-overview";
import * as dashboard from "@/lib/contracts/dashboard";
import * as dataExport from "@/lib/contracts/data-export";
import * as depositDetail from "@/lib/contracts/deposit-detail";
import * as depositExport from "@/lib/contracts/deposit-export";
import * as depositQueue from "@/lib/contracts/deposit-queue";
import * as depositRestore from "@/lib/contracts/deposit-restore";
import * as deposits from "@/lib/contracts/deposits";
import * as emailConfirmation from "@/lib/contracts/email-confirmation";
import type { Access, Endpoint } from "@/lib/contracts/endpoint";
import * as events from "@/lib/contracts/events";
import * as existingDeposits from "@/lib/contracts/existing-deposits";
import * as failures from "@/lib/contracts/failures";
import * as firstScreen from "@/lib/contracts/first-screen";
import * as installationHealth from "@/lib/contracts/installation-health";
import * as integrations from "@/lib/contracts/integrations";
import * as invitations from "@/lib/contracts/invitations";
import * as lineSettings from "@/lib/contracts/line-settings";
import * as linkedIdentities from "@/lib/contracts/linked-identities";
import * as matchRuns from "@/lib/contracts/match-runs";
import * as matches from "@/lib/contracts/matches";
import * as notifications from "@/lib/contracts/notifications";
import * as openDay from "@/lib/contracts/open-day";
import * as openInvoices from "@/lib/contracts/open-invoices";
import * as passwords from "@/lib/contracts/passwords";
import * as paymentAccount from "@/lib/contracts/payment-account";
import * as payments from "@/lib/contracts/payments";
import * as payoutFiles from "@/lib/contracts/payout-files";
import * as payoutImports from "@/lib/contracts/payout-imports";
import * as people from "@/lib/contracts/people";
import * as plannedPayments from "@/lib/contracts/planned-payments";
import * as postingReview from "@/lib/contracts/posting-review";
import * as profile from "@/lib/contracts/profile";
import { operationsByName } from "@/lib/contracts/providers";
import * as questions from "@/lib/contracts/questions";
import * as queue from "@/lib/contracts/queue";
import * as receipts from "@/lib/contracts/receipts";
import * as rules from "@/lib/contracts/rules";
import * as sessions from "@/lib/contracts/sessions";
import * as settings from "@/lib/contracts/settings";
import * as system from "@/lib/contracts/system";
import * as twoFactor from "@/lib/contracts/two-factor";
import * as webhookEndpoints from "@/lib/contracts/webhook-endpoints";
import * as lingeringPayments from "./unmatched-payments";

const GROUPS = [
  group("Accounts and sessions", [
    accounts,
    passwords,
    sessions,
    twoFactor,
    linkedIdentities,
    profile,
    emailConfirmation,
    accountDeletion,
  ]),
  group("Companies and people", [companies, companiesOverview, people, invitations, apiTokens]),
  group("Dashboard", [dashboard, queue, firstScreen]),
  group("Deposits and matches", [
    deposits,
    depositDetail,
    depositQueue,
    postingReview,
    openDay,
    existingDeposits,
    matches,
    bookings,
    plannedPayments,
    openInvoices,
    receipts,
    depositRestore,
    depositExport,
    matchRuns,
    activity,
  ]),
  group("Questions to clients", [questions]),
  group("Payments", [payments, lingeringPayments]),
  group("Integrations", [integrations, operationsByName, payoutFiles, payoutImports]),
  group("Settings", [settings, lineSettings, paymentAccount, rules, dataExport]),
  group("Notifications", [notifications]),
  group("Webhooks", [webhookEndpoints]),
  group("Progress and failures", [events, failures]),
  group("System", [system, installationHealth]),
];

function group<Contract extends object>(title: string, contracts: Contract[]) {
  return { title, contracts };
}

type Contract = (typeof GROUPS)[number]["contracts"][number];
type EndpointsIn<C> = C extends object ? Extract<C[keyof C], Endpoint> : never;

/** Every endpoint's type by method and path: "GET /summary/". Types only, nothing at runtime. */
type Endpoints = {
  [E in EndpointsIn<Contract> as `${E["method"]} ${E["path"]}`]: E;
};
type Keys<A extends Access> = {
  [K in keyof Endpoints]: Endpoints[K]["access"] extends A ? K : never;
}[keyof Endpoints];

export type SessionKey = Keys<"session">;
export type PublicKey = Keys<"public">;
export type EndpointAt<K extends keyof Endpoints> = Endpoints[K];

export interface NamedEndpoint extends Endpoint {
  /** The name of its contract in our code: unique and stable, for anchors and operation ids. */
  name: string;
}

export interface EndpointGroup {
  title: string;
  endpoints: readonly NamedEndpoint[];
}

/**
 * Every endpoint of the API, for the OpenAPI document, its page and the tests that cover all endpoints. A test
 * compares it with the contracts.
 */
export const endpointGroups: readonly EndpointGroup[] = GROUPS.map(({ title, contracts }) => ({
  title,
  endpoints: contracts.flatMap(endpointsIn),
}));

export const endpoints: readonly NamedEndpoint[] = endpointGroups.flatMap((each) => each.endpoints);

export function endpointsIn(module: object): NamedEndpoint[] {
  return Object.entries(module).flatMap(([name, value]) =>
    isEndpoint(value) ? [{ ...value, name }] : [],
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "path" in value && "access" in value;
}
