import { describe, expect, it } from "vitest";
import { reportsFees } from "@/lib/providers/list";
import { getProvider, providers } from "@/server/providers/registry";

describe("the registry", () => {
  it("has each provider once, by its id", () => {
    expect(providers().map(({ id }) => id)).toEqual([
      "stripe",
      "authorizenet",
      "paypal",
      "quickbooks",
      "xero",
    ]);
    for (const provider of providers()) expect(getProvider(provider.id)).toBe(provider);
  });

  it("gives each exactly its capabilities", () => {
    expect(Object.keys(getProvider("stripe")).sort()).toEqual([
      "id",
      "keyConnect",
      "source",
      "webhook",
    ]);
    // This deployment has no QuickBooks app, so there is no redirect.
    expect(Object.keys(getProvider("quickbooks")).sort()).toEqual([
      "endingAccess",
      "id",
      "ledger",
      "webhook",
    ]);
  });

  it("offers Authorize.Net by key, as a source that doesn't report its fees", () => {
    expect(Object.keys(getProvider("authorizenet")).sort()).toEqual(["id", "keyConnect", "source"]);
    expect(reportsFees("authorizenet")).toBe(false);
  });
});
