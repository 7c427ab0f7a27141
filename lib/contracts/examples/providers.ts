import { providerOperations } from "@/lib/contracts/providers";
import type { ConnectableDescriptor, ProviderAction } from "@/lib/providers/descriptor";
import { connectable } from "@/lib/providers/list";
import type { Example, Examples } from "./example";

const category = { Id: "62", Name: "Merchant Fees" };
const clearing = { Id: "48", Name: "Stripe Clearing" };
const bank = { Id: "35", Name: "Checking" };
const discount = {
  ...{ discount_percent: "2.9", discount_fixed: "0.30", discount_timing: "daily" },
  ...{ echeck_percent: "0.75", echeck_fixed: "0.00" },
  ...{ card_days: 2, echeck_days: 7, amex_apart: false, amex_days: 3 },
};
const connected = ({ name }: ConnectableDescriptor) => ({
  message: `Successfully connected to ${name}`,
});

/** A finished sync of Stripe. */
export const run = {
  id: "c0f8b9d2-7e35-4a61-b2f4-0d1a6c9e8f57",
  connection_id: "6f1c2a8e-4b7d-4f0a-9c3e-2d5b8a7f6e10",
  integration_type: "stripe",
  state: "succeeded",
  stage: "",
  done: 24,
  total: 24,
  message: "",
  started_at: "2026-03-05T11:02:00.000Z",
  finished_at: "2026-03-05T11:02:10.000Z",
};

const EXAMPLES: Record<ProviderAction, (provider: ConnectableDescriptor) => Example> = {
  connectByKey: (provider) => ({
    body: Object.fromEntries(
      (provider.key?.fields ?? []).map((field) => [field.wire, field.example]),
    ),
    response: connected(provider),
  }),
  startConnect: ({ redirect }) => ({
    response: { authorization_url: redirect?.examples.authorizationUrl },
  }),
  completeConnect: (provider) => ({
    body: provider.redirect?.examples.callback,
    response: connected(provider),
  }),
  chooseAccount: (provider) => ({
    body: { state: "example", account_id: "45e4708e-d862-4111-ab3a-dd8cd03913e1" },
    response: connected(provider),
  }),
  disconnect: ({ name }) => ({ response: { message: `Successfully disconnected from ${name}` } }),
  sync: ({ name, wire, role }) => ({
    response: {
      message: `Successfully synced ${name} ${role === "ledger" ? "payments" : "payouts"}`,
      run: { ...run, integration_type: wire },
    },
  }),
  readCategory: () => ({
    response: { expenses: [{ meta_data: { id: category.Id, Name: category.Name } }] },
  }),
  saveCategory: () => ({
    body: { category },
    response: { message: "Expense category saved successfully" },
  }),
  readDiscount: () => ({ response: { ...discount, is_default: false } }),
  saveDiscount: ({ name }) => ({
    body: discount,
    response: { message: `${name} settings saved successfully` },
  }),
  listBanks: () => ({ response: { banks: [bank] } }),
  saveBank: () => ({
    body: { bank_id: bank.Id, bank_name: bank.Name },
    response: { message: "Bank account settings saved successfully" },
  }),
  listClearing: () => ({ response: { accounts: [clearing] } }),
  saveClearing: () => ({
    body: { account_id: clearing.Id, account_name: clearing.Name },
    response: { message: "Clearing account saved successfully" },
  }),
  listExpenses: () => ({ response: { expenses: [category] } }),
};

export const providerExamples: Examples = Object.fromEntries(
  providerOperations.map(({ name, action, provider }) => [
    name,
    EXAMPLES[action](connectable(provider)),
  ]),
);
