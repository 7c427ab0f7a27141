import type { Summary } from "@/lib/contracts/dashboard";
import type { Integration } from "@/lib/contracts/integrations";
import type { ProviderRole } from "@/lib/providers/descriptor";
import { describeProvider, LEDGER, providerOfWire } from "@/lib/providers/list";

export interface SetupStep {
  title: string;
  why: string;
  /** Where the step is done, and what the button that leads there says. */
  href: string;
  action: string;
  done: boolean;
}

const INTEGRATIONS = { href: "/integrations", action: "Go to Integrations" };
const ACCOUNTING = { ...INTEGRATIONS, href: "/integrations?tab=accounting" };

/** The way of a new company from nothing to its first match. */
export function setupSteps(
  integrations: readonly Integration[],
  { posted }: Pick<Summary, "posted">,
): SetupStep[] {
  const connected = integrations.filter(({ status }) => status === "connected");
  const ofRole = (wanted: ProviderRole) =>
    connected.filter(({ integration_type }) => providerOfWire(integration_type).role === wanted);
  const processors = ofRole("source");
  const [books] = ofRole("ledger");
  const { name: ledger, wire } = describeProvider(LEDGER);
  const uncategorised = processors.find(({ meta_data }) => !meta_data.id);
  const categorised =
    processors.length > 0 && processors.every(({ meta_data }) => Boolean(meta_data.id));
  return [
    {
      title: "Connect a payment processor",
      why: "So we can see the charges, refunds and fees in each payout.",
      ...INTEGRATIONS,
      done: processors.length > 0,
    },
    {
      title: `Connect ${ledger}`,
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
    {
      title: "Choose the expense category for processor fees",
      why: "Fees are recorded here, so deposits match your bank statement.",
      ...(books && uncategorised
        ? { href: `/integrations?settings=${uncategorised.integration_type}`, action: "Choose" }
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
