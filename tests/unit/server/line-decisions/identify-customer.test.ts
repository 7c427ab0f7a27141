import { describe, expect, test } from "vitest";
import {
  CustomerIdentities,
  type KnownCustomer,
  type Payer,
} from "@/server/line-decisions/customer-identities";

const customer = (id: string, name: string, email = "", more: object = {}): KnownCustomer => ({
  ...{ id, name, email, profile: null },
  ...more,
});
const payer = (name: string, email = "", more: object = {}): Payer => ({
  ...{ name, email, profile: null },
  ...more,
});

/** Those who paid last come first. */
const CUSTOMERS = [
  customer("1", "Blue Harbor, Inc."),
  customer("2", "Ann Baker", "ann@gmail.com"),
  customer("3", "Café Müller", "", { profile: { emails: ["Office@Mueller.example"] } }),
  customer("4", "Ann Baker", "ann.baker@work.example"),
  customer("5", "Gmail"),
];
const identities = new CustomerIdentities(
  CUSTOMERS,
  new Map([["pat@gmail.com", "3"]]),
  "QuickBooks",
);
const found = (who: Payer) => {
  const { Id, reason } = identities.of(who) ?? {};
  return [Id, reason];
};

describe("the customer of a payer", () => {
  test.each<[string, Payer, string, string]>([
    ["same address", payer("A. B.", "ANN@gmail.com"), "2", "Same email address in QuickBooks"],
    ["of a profile", payer("", "office@mueller.example"), "3", "Same email address in QuickBooks"],
    [
      "the address before the name",
      payer("Café Müller", "ann.baker@work.example"),
      "4",
      "Same email address in QuickBooks",
    ],
    ["matched before", payer("Pat", "pat@gmail.com"), "3", "Matched with this customer before"],
    ["same name, other spelling", payer("CAFE  MULLER"), "3", "Same name in QuickBooks"],
    ["of two, who paid last", payer("ann baker"), "2", "Same name in QuickBooks"],
    [
      "a further name of the payer",
      payer("", "", { profile: { names: ["Blue Harbor Inc"] } }),
      "1",
      "Same name in QuickBooks",
    ],
    [
      "the company of the address",
      payer("Kim", "kim@mail.blueharbor.com"),
      "1",
      "Paid from an address at blueharbor",
    ],
  ])("by %s", (_what, who, id, reason) => {
    expect(found(who)).toEqual([id, reason]);
  });

  test("is a new one where nothing fits; a provider of mailboxes is no company", () => {
    expect(identities.of(payer("Kim Lee", "kim@gmail.com"))).toEqual({
      ...{ Id: null, name: "Kim Lee", email: "kim@gmail.com", is_new: true },
      reason: "New customer in QuickBooks",
    });
  });

  test("is named by the address where there is no name, and by nothing where there is neither", () => {
    expect(identities.of(payer("", "kim@gmail.com"))?.name).toBe("kim@gmail.com");
    expect(identities.of(payer(""))).toBeNull();
  });

  test("has a name that QuickBooks takes: without a colon, at most 100 characters", () => {
    expect(identities.of(payer("Kim:  Lee"))?.name).toBe("Kim Lee");
    expect(identities.of(payer("x".repeat(150)))?.name).toHaveLength(100);
  });

  test("a name without a letter or number identifies nobody", () => {
    const dashes = new CustomerIdentities([customer("9", "--")], new Map(), "QuickBooks");
    expect(dashes.of(payer("…"))?.is_new).toBe(true);
  });
});
