import { describe, expect, it } from "vitest";
import {
  connectedCount,
  type Offer,
  providerViews,
  readyOnce,
} from "@/components/integrations/catalog";
import type { WireName } from "@/lib/providers/list";
import { sampleIntegration } from "../samples";

const NONE_BUSY = new Set<WireName>();
const OFFER: Offer = {
  redirects: { stripe: null, quickbook: null, xero: null },
  comingSoon: ["paypal", "xero"],
  keepsEstimates: false,
};

describe("providerViews", () => {
  it("starts as documented", () => {
    const statuses = providerViews([], NONE_BUSY, OFFER).map(({ provider, status }) => [
      provider.name,
      status,
    ]);
    expect(statuses).toEqual([
      ["Stripe", "not_connected"],
      ["Authorize.Net", "not_connected"],
      ["PayPal", "coming_soon"],
      ["QuickBooks", "not_connected"],
      ["Xero", "coming_soon"],
    ]);
  });

  it("offers what its installation is set up for, and keeps what is connected", () => {
    const paypal = (offer: Offer, ...connected: Parameters<typeof sampleIntegration>[0][]) =>
      providerViews(connected.map(sampleIntegration), NONE_BUSY, offer).find(
        ({ provider }) => provider.id === "paypal",
      )?.status;
    expect(paypal({ ...OFFER, comingSoon: ["xero"] })).toBe("not_connected");
    expect(paypal(OFFER, { integration_type: "paypal" })).toBe("connected");
  });

  it("shows connected, connecting, and an expired connection as one to reconnect", () => {
    const status = (connection: Parameters<typeof sampleIntegration>[0], busy = NONE_BUSY) =>
      providerViews([sampleIntegration(connection)], busy, OFFER)[0]?.status;
    expect(status({})).toBe("connected");
    expect(status({ status: "expired" })).toBe("not_connected");
    expect(status({}, new Set<WireName>(["stripe"]))).toBe("connecting");
  });
});

describe("an installation that isn't set up for a redirect", () => {
  const unavailable = (...connections: Parameters<typeof sampleIntegration>[0][]) =>
    providerViews(connections.map(sampleIntegration), NONE_BUSY, {
      redirects: { stripe: "No keys of Stripe.", quickbook: "No keys of QuickBooks." },
      comingSoon: ["xero"],
      keepsEstimates: false,
    }).flatMap((view) => view.unavailable ?? []);

  it("says so where there is no other way to connect, and nothing is connected", () => {
    expect(unavailable()).toEqual(["No keys of QuickBooks."]);
    expect(unavailable({ integration_type: "quickbook", status: "expired" })).toHaveLength(1);
    expect(unavailable({ integration_type: "quickbook" })).toEqual([]);
  });
});

describe("a company's set of books", () => {
  const xero = (...connections: Parameters<typeof sampleIntegration>[0][]) =>
    providerViews(connections.map(sampleIntegration), NONE_BUSY, {
      ...OFFER,
      comingSoon: [],
    }).find(({ provider }) => provider.id === "xero");

  it("is one: the card of the other software says so, also while access to them has expired", () => {
    expect(xero()?.unavailable).toBeNull();
    expect(xero({})?.unavailable).toBeNull();
    const sentence =
      "A company has one set of books, and QuickBooks is connected. To use Xero, disconnect QuickBooks first.";
    expect(xero({ integration_type: "quickbook" })?.unavailable).toBe(sentence);
    expect(xero({ integration_type: "quickbook", status: "expired" })?.unavailable).toBe(sentence);
    expect(xero({ integration_type: "xero" })?.unavailable).toBeNull();
  });

  it("says what its service's terms mean for what is estimated from it", () => {
    expect(xero()?.terms).toContain("used for one run and then discarded");
    const kept = providerViews([], NONE_BUSY, { ...OFFER, keepsEstimates: true });
    expect(kept.flatMap(({ terms }) => terms ?? []).join()).toContain("until they change");
  });
});

describe("several accounts at a provider", () => {
  it("are one card: the first one's, with the others on it", () => {
    const [view] = providerViews(
      [sampleIntegration(), sampleIntegration({ id: "b", display_name: "Wholesale" })],
      NONE_BUSY,
      OFFER,
    );
    expect(view?.connection?.display_name).toBe("Sample Shop");
    expect(view?.others.map(({ id }) => id)).toEqual(["b"]);
    expect(connectedCount(view ? [view] : [], "payment-processors")).toBe("1/1");
  });
});

describe("connectedCount", () => {
  it("counts the listed providers, busy or not", () => {
    const views = providerViews(
      [
        sampleIntegration(),
        sampleIntegration({ integration_type: "quickbook", status: "expired" }),
      ],
      new Set<WireName>(["stripe"]),
      OFFER,
    );
    expect(connectedCount(views, "payment-processors")).toBe("1/3");
    expect(connectedCount(views, "accounting")).toBe("0/2");
  });
});

describe("readyOnce", () => {
  const missing = (...connections: Parameters<typeof sampleIntegration>[0][]) =>
    readyOnce(providerViews(connections.map(sampleIntegration), NONE_BUSY, OFFER));

  it("names what must be connected before anything can match", () => {
    expect(missing()).toBe(
      "Connect a payment processor and your accounting software to start matching",
    );
    expect(missing({ integration_type: "authorize" })).toBe(
      "Connect your accounting software to start matching",
    );
    expect(missing({}, { integration_type: "quickbook", status: "expired" })).toBe(
      "Connect your accounting software to start matching",
    );
    expect(missing({}, { integration_type: "quickbook" })).toBe("");
  });
});
