import { describe, expect, expectTypeOf, it } from "vitest";
import { Provider } from "@/generated/prisma/client";
import { PROVIDERS } from "@/lib/providers/catalog";
import type { ProviderDescriptor } from "@/lib/providers/descriptor";
import {
  type ConnectableId,
  connectable,
  connectableProviders,
  LEDGER,
  LEDGERS,
  namesOf,
  type ProviderId,
  providerOfWire,
  type WireName,
} from "@/lib/providers/list";

describe("the list of providers", () => {
  it("has the same ids as the database", () => {
    expectTypeOf<ProviderId>().toEqualTypeOf<Provider>();
    expect(Object.keys(PROVIDERS).sort()).toEqual(Object.keys(Provider).sort());
  });

  it("spells names on the wire as documented", () => {
    expectTypeOf<WireName>().toEqualTypeOf<
      "stripe" | "authorize" | "paypal" | "file" | "quickbook" | "xero"
    >();
    expect(connectableProviders().map(({ wire }) => wire)).toEqual([
      "stripe",
      "authorize",
      "paypal",
      "quickbook",
      "xero",
    ]);
    for (const { id, wire } of connectableProviders()) expect(providerOfWire(wire).id).toBe(id);
  });

  it("names those of a role in a sentence", () => {
    expect(namesOf("source")).toBe("Stripe, Authorize.Net, and PayPal");
    expect(namesOf("ledger")).toBe("QuickBooks and Xero");
  });

  it("means one of the ledgers where none is connected", () => {
    expect(LEDGERS).toEqual([LEDGER, "xero"]);
    expect(connectable(LEDGER).role).toBe("ledger");
  });

  it("says of each that can be connected what isn't supported, before it is connected", () => {
    for (const { id } of connectableProviders()) {
      expect(PROVIDERS[id].unsupported.length, id).toBeGreaterThan(1);
      for (const text of PROVIDERS[id].unsupported) expect(text).toMatch(/^[A-Z].+\.$/);
    }
  });

  it("makes a forgotten part a type error", () => {
    const { endpoints, ...stripe } = PROVIDERS.stripe;
    const { sync: _, ...withoutSync } = endpoints;
    // @ts-expect-error: every source can be synced
    expect({ ...stripe, endpoints: withoutSync } satisfies ProviderDescriptor).toBeTruthy();
    const { connectByKey: __, ...withoutConnect } = endpoints;
    // @ts-expect-error: fields to type, and nowhere to send them
    expect({ ...stripe, endpoints: withoutConnect } satisfies ProviderDescriptor).toBeTruthy();
    const predicting = { ...stripe, endpoints, reportsFees: false as const };
    // @ts-expect-error: predicted fees need a rate that can be set
    expect(predicting satisfies ProviderDescriptor).toBeTruthy();
    // @ts-expect-error: one of those that can be connected is missing
    const factories: Record<ConnectableId, string> = { stripe: "", quickbooks: "" };
    expect(factories).toBeTruthy();
  });
});
