import { expect, test } from "vitest";
import {
  accountForPayouts,
  accountOfPayment,
  paymentAccountsSetting,
  readPaymentAccounts,
} from "@/server/connections/payment-account";

const account = (id: string, currency: string, source?: string) => ({
  ...{ id, name: id, currency, from: "2026-11-01" },
  ...(source && { source }),
});
const accounts = [
  account("paypal", "NZD", "a"),
  account("paypal-usd", "USD", "a"),
  account("cards", "NZD"),
];

test("a company's only account, from before there could be several, is still chosen", () => {
  const former = { paymentAccount: account("48", "USD") };
  expect(readPaymentAccounts(former)).toEqual([account("48", "USD")]);
  expect(readPaymentAccounts({ ...former, ...paymentAccountsSetting([]) })).toEqual([]);
  expect(readPaymentAccounts({ ...former, ...paymentAccountsSetting(accounts) })).toEqual(accounts);
  expect(readPaymentAccounts({ paymentAccount: null })).toEqual([]);
});

test.each([
  ["a", "NZD", "paypal"],
  ["a", "USD", "paypal-usd"],
  ["b", "NZD", "cards"],
  ["b", "USD", undefined],
])("payouts of %s in %s take their payments from %s", (integrationId, currency, id) => {
  expect(accountForPayouts(accounts, { integrationId, currency })?.id).toBe(id);
});

test("a payment waits in the account that it was booked to, in that account's currency alone", () => {
  expect(accountOfPayment(accounts, { bookedTo: "cards", currency: "NZD" })?.id).toBe("cards");
  expect(accountOfPayment(accounts, { bookedTo: "cards", currency: "USD" })).toBeNull();
  expect(accountOfPayment(accounts, { bookedTo: null, currency: "NZD" })).toBeNull();
});
