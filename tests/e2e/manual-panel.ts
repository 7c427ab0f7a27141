import type { Page } from "@playwright/test";

export const STRIPE = "Stripe Transactions";
export const QUICKBOOKS = "QuickBooks Transactions";

export function row(page: Page, list: string, name: string | RegExp) {
  return page.getByRole("listbox", { name: list }).getByRole("option", { name });
}

export function matchButton(page: Page) {
  return page.getByRole("button", { name: "Match Selected Transactions" });
}

/** Two deposits of three charges, and the payments in a different order. */
export const THREE_CHARGES = {
  deposits: [
    {
      id: "po_first",
      lines: [
        { amount: 100_00, fee: 3_20, customer: "Ada Lovelace" },
        { amount: 50_00, fee: 1_75, customer: "Grace Hopper" },
      ],
    },
    {
      id: "po_second",
      processor: "authorizenet" as const,
      lines: [{ amount: 70_00, customer: "Mary Shelley" }],
    },
  ],
  payments: [
    { id: "901", amount: 70_00, customer: "Mary Shelley" },
    { id: "902", amount: 50_00, customer: "Grace Hopper" },
    { id: "903", amount: 100_00, customer: "Ada Lovelace" },
    { id: "904", amount: 12_34, customer: "Zoë Nobody", date: "2026-03-20" },
  ],
};
