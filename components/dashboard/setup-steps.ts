import type { Summary } from "@/lib/contracts/dashboard";
import type { Integration } from "@/lib/contracts/integrations";

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
  { matched, posted }: Pick<Summary, "matched" | "posted">,
): SetupStep[] {
  const connection = (type: Integration["integration_type"]) =>
    integrations.find(
      ({ integration_type, status }) => integration_type === type && status === "connected",
    );
  const processors = [connection("stripe"), connection("authorize")].filter(
    (processor) => processor !== undefined,
  );
  const books = connection("quickbook");
  const categorised =
    processors.length > 0 && processors.every(({ meta_data }) => Boolean(meta_data.id));
  return [
    {
      title: "Connect a payment processor",
      why: "It tells which charges, refunds and fees are inside each payout.",
      ...INTEGRATIONS,
      done: processors.length > 0,
    },
    {
      title: "Connect QuickBooks",
      why: "Your customers' payments are there, and matched deposits are posted there.",
      ...ACCOUNTING,
      done: books !== undefined,
    },
    {
      title: "Choose the bank account that deposits go to",
      why: "A QuickBooks Deposit needs to know which account the money reached.",
      ...ACCOUNTING,
      done: Boolean(books?.meta_data.default_bank),
    },
    {
      title: "Choose the expense category for processor fees",
      why: "Fees are booked on it, so that each deposit equals what the bank received.",
      ...INTEGRATIONS,
      done: categorised,
    },
    {
      title: "Sync your payouts",
      why: "Sync Now brings in payouts and payments. After that they come once a day.",
      ...INTEGRATIONS,
      done: processors.some(({ last_synced_at }) => last_synced_at !== null),
    },
    {
      title: "See the first match",
      why: "What is certain is matched by itself. The rest waits for you to confirm or pick.",
      href: "/manual-match",
      action: "Go to Matcher",
      done: matched + posted > 0,
    },
  ];
}
