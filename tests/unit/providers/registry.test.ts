import "./environment";
import { describe, expect, it } from "vitest";
import { getProvider, providers } from "@/server/providers/registry";

describe("the registry", () => {
  it("has each provider once, by its id", () => {
    expect(providers().map(({ id }) => id)).toEqual(["stripe", "quickbooks", "authorizenet"]);
    for (const provider of providers()) expect(getProvider(provider.id)).toBe(provider);
  });

  it("gives each what it can do, and nothing else", () => {
    expect(Object.keys(getProvider("stripe")).sort()).toEqual([
      "id",
      "keyConnect",
      "name",
      "source",
      "webhook",
    ]);
    // This deployment has no QuickBooks app of its own: nobody can be sent there.
    expect(Object.keys(getProvider("quickbooks")).sort()).toEqual([
      "endingAccess",
      "id",
      "ledger",
      "name",
      "webhook",
    ]);
  });

  it("offers Authorize.Net by key, as a source that doesn't tell its fees", () => {
    expect(Object.keys(getProvider("authorizenet")).sort()).toEqual([
      "id",
      "keyConnect",
      "name",
      "source",
    ]);
    expect(getProvider("authorizenet").source?.tellsFees).toBe(false);
  });
});
