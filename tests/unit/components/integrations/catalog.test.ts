import { describe, expect, it } from "vitest";
import {
  connectedCount,
  type ProviderId,
  providerViews,
  readyOnce,
} from "@/components/integrations/catalog";
import { sampleIntegration } from "../samples";

const nobody = new Set<ProviderId>();

describe("providerViews", () => {
  it("starts as documented", () => {
    const statuses = providerViews([], nobody).map(({ name, status }) => [name, status]);
    expect(statuses).toEqual([
      ["Stripe", "not_connected"],
      ["Authorize.Net", "not_connected"],
      ["PayPal", "coming_soon"],
      ["QuickBooks", "not_connected"],
      ["Xero", "coming_soon"],
    ]);
  });

  it("shows connected, connecting, and an expired connection as one to make again", () => {
    const status = (connection: Parameters<typeof sampleIntegration>[0], busy = nobody) =>
      providerViews([sampleIntegration(connection)], busy)[0]?.status;
    expect(status({})).toBe("connected");
    expect(status({ status: "expired" })).toBe("not_connected");
    expect(status({}, new Set<ProviderId>(["stripe"]))).toBe("connecting");
  });
});

describe("connectedCount", () => {
  it("counts over what is listed, busy or not", () => {
    const views = providerViews(
      [
        sampleIntegration(),
        sampleIntegration({ integration_type: "quickbook", status: "expired" }),
      ],
      new Set<ProviderId>(["stripe"]),
    );
    expect(connectedCount(views, "payment-processors")).toBe("1/3");
    expect(connectedCount(views, "accounting")).toBe("0/2");
  });
});

describe("readyOnce", () => {
  const missing = (...connections: Parameters<typeof sampleIntegration>[0][]) =>
    readyOnce(providerViews(connections.map(sampleIntegration), nobody));

  it("names what has to be connected before anything can match", () => {
    expect(missing()).toBe(
      "as soon as a payment processor and your accounting software are connected",
    );
    expect(missing({ integration_type: "authorize" })).toBe(
      "as soon as your accounting software is connected",
    );
    expect(missing({}, { integration_type: "quickbook", status: "expired" })).toBe(
      "as soon as your accounting software is connected",
    );
    expect(missing({}, { integration_type: "quickbook" })).toBe("");
  });
});
