import type { Integration } from "@/lib/contracts/integrations";

export interface SetupStep {
  text: string;
  done: boolean;
}

/** What a new company still has to do before deposits match and post by themselves. */
export function setupSteps(integrations: readonly Integration[]): SetupStep[] {
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
    { text: "Connect a payment processor", done: processors.length > 0 },
    { text: "Connect QuickBooks", done: books !== undefined },
    {
      text: "Choose the bank account that deposits go to",
      done: Boolean(books?.meta_data.default_bank),
    },
    { text: "Choose the expense category for processor fees", done: categorised },
    {
      text: "Sync your payouts",
      done: processors.some(({ last_synced_at }) => last_synced_at !== null),
    },
  ];
}
