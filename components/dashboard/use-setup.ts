import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { summaryQuery } from "@/components/deposit-parts/use-summary";
import { isWaiting } from "@/components/feedback/use-error-toast";
import { integrationsQuery } from "@/components/integrations/queries";
import { useLedger } from "@/components/session/companies";
import type { Summary } from "@/lib/contracts/dashboard";
import type { Integration } from "@/lib/contracts/integrations";
import type { LedgerWords } from "@/lib/ledger-words";
import type { ProviderRole } from "@/lib/providers/descriptor";
import { BY_FILE, describeProvider, providerOfWire, type WireName } from "@/lib/providers/list";
import { companyKey } from "@/lib/tab-company";

interface Setup {
  /** What is to be done; null when there is nothing to show. */
  steps: SetupStep[] | null;
  /** True until it is known whether there are steps. False for a company that has finished. */
  waiting: boolean;
  /** Nothing was synced yet: the steps are all there is to show. */
  isFirst: boolean;
  dismiss: () => void;
}

/** How far a company is on its way to the first match. */
export function useSetup(): Setup {
  const ledger = useLedger();
  const integrations = useQuery(integrationsQuery);
  const summary = useQuery(summaryQuery);
  const memory = useSetupMemory();
  const steps =
    integrations.data && summary.data
      ? setupSteps(integrations.data.integrations, summary.data, ledger)
      : null;
  const finished = steps?.every(({ done }) => done) ?? false;
  useEffect(() => {
    if (finished) rememberSetup("finished");
  }, [finished]);
  const shown = memory === "dismissed" || finished ? null : steps;
  const isSynced = integrations.data?.integrations.some((each) => each.last_synced_at !== null);
  return {
    steps: shown,
    isFirst: shown !== null && !isSynced && summary.data?.deposits === 0,
    waiting: memory === null && !steps && (isWaiting(integrations) || isWaiting(summary)),
    dismiss: () => rememberSetup("dismissed"),
  };
}

/** "finished": all steps were done once. "dismissed": the user closed the card. */
type SetupMemory = "finished" | "dismissed" | null;

const key = () => companyKey("setup");

/** What this browser remembers of the way through the setup. */
function readSetup(): SetupMemory {
  const stored = localStorage.getItem(key());
  return stored === "finished" || stored === "dismissed" ? stored : null;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function rememberSetup(memory: Exclude<SetupMemory, null>): void {
  localStorage.setItem(key(), memory);
  for (const listener of listeners) listener();
}

/** Undefined while the server renders, which remembers nothing. */
function useSetupMemory(): SetupMemory | undefined {
  return useSyncExternalStore<SetupMemory | undefined>(subscribe, readSetup, () => undefined);
}

export interface SetupStep {
  title: string;
  why: string;
  /** Where the step is done, and what the button that leads there says. */
  href: string;
  action: string;
  /** A shorter way, for most. */
  first?: { href: string; action: string };
  done: boolean;
}

const INTEGRATIONS = { href: "/integrations", action: "Go to Integrations" };
const STRIPE = describeProvider("stripe");
const ACCOUNTING = { ...INTEGRATIONS, href: "/integrations?tab=accounting" };

/** The way of a new company from nothing to its first match. */
export function setupSteps(
  integrations: readonly Integration[],
  { posted }: Pick<Summary, "posted">,
  { name: ledger, wire }: LedgerWords,
): SetupStep[] {
  const connected = integrations.filter(({ status }) => status === "connected");
  const ofRole = (wanted: ProviderRole) =>
    connected.filter(({ integration_type }) => providerOfWire(integration_type).role === wanted);
  const processors = ofRole("source");
  const hadBooks = integrations.some(
    ({ integration_type }) => providerOfWire(integration_type).role === "ledger",
  );
  const [books] = ofRole("ledger");
  const uncategorised = processors.find(({ meta_data }) => !meta_data.id);
  const categorised =
    processors.length > 0 && processors.every(({ meta_data }) => Boolean(meta_data.id));
  return [
    {
      title: "Connect a payment processor",
      why: "So we can see the charges, refunds and fees in each payout.",
      ...INTEGRATIONS,
      first: { href: `/integrations?connect=${STRIPE.wire}`, action: `Connect ${STRIPE.name}` },
      done: processors.length > 0,
    },
    {
      title: `Connect ${hadBooks ? ledger : "your accounting software"}`,
      why: "We read your customers' payments and post matched deposits.",
      ...ACCOUNTING,
      done: books !== undefined,
    },
    {
      title: "Choose the bank account your payouts arrive in",
      why: "Deposits are recorded in this account.",
      ...(books ? { href: `${ACCOUNTING.href}&settings=${wire}`, action: "Choose" } : ACCOUNTING),
      done: Boolean(books?.meta_data.default_bank),
    },
    ...(books?.meta_data.payment_accounts === undefined
      ? []
      : [
          {
            title: "Choose the accounts that payments wait in",
            why: "Payouts are matched with the payments there. Until then, nothing can be matched.",
            href: `${ACCOUNTING.href}&settings=${books.integration_type}`,
            action: "Choose",
            done: books.meta_data.payment_accounts !== "0",
          },
        ]),
    {
      title: "Choose the expense category for processor fees",
      why: "Fees are recorded here, so deposits match your bank statement.",
      ...(books && uncategorised
        ? { href: settingsOf(uncategorised.integration_type), action: "Choose" }
        : INTEGRATIONS),
      done: categorised,
    },
    {
      title: "Sync your payouts",
      why: "Import payouts and payments now. After that, we sync daily.",
      ...INTEGRATIONS,
      done: processors.some(({ last_synced_at }) => last_synced_at !== null),
    },
    {
      title: "Review and post",
      why: "We match what we're sure of. Nothing posts until you review it.",
      href: "/dashboard/review",
      action: "Review",
      done: posted > 0,
    },
  ];
}

/** Where a source's expense category is chosen. */
function settingsOf(source: WireName): string {
  return source === BY_FILE ? "/settings" : `/integrations?settings=${source}`;
}
