import { providerEndpoints } from "@/lib/contracts/providers";
import { callApi } from "./api";
import { addPayment, addPayout } from "./emulators";
import { expect, connectedTest as test } from "./fixtures";
import { QUICKBOOKS, row, STRIPE } from "./manual-panel";
import { settled } from "./settled";

test("a difference that is exactly one charge leads to the question about that charge", async ({
  page,
  connected,
}) => {
  const { token } = connected;
  await addPayment({ amount: 9_007, customer: "Ida Fox" });
  await addPayout({
    charges: [
      { amount: 9_007, name: "Ida Fox" },
      { amount: 21_972, name: "Olivia Eastwick", description: "Order #10260" },
    ],
  });
  await callApi(providerEndpoints.stripe.sync, { token, query: "?wait=100" });
  await callApi(providerEndpoints.quickbooks.sync, { token, query: "?wait=100" });
  await settled(connected);
  await page.goto("/manual-match");
  await row(page, STRIPE, /300\.|301\.|302\.|309\./).click();
  await row(page, QUICKBOOKS, /Ida Fox/).click();
  await expect(page.getByText("This is exactly Order #10260 of Olivia Eastwick.")).toBeVisible();
  await page.getByRole("link", { name: "Record it instead?" }).click();
  const asked = page
    .getByRole("region", { name: "Lines and payments" })
    .getByRole("region", { name: /Order #10260/ });
  await expect(asked.getByRole("button", { name: "Postpone", exact: true })).toBeVisible();
  await expect(asked).toBeInViewport();
});
