import { describe, expect, it } from "vitest";
import { setupSteps } from "@/components/dashboard/setup-steps";
import { sampleIntegration } from "../samples";

const done = (...integrations: Parameters<typeof setupSteps>[0]) =>
  setupSteps(integrations).map((step) => step.done);

describe("setupSteps", () => {
  it("has everything to do at the start", () => {
    expect(done()).toEqual([false, false, false, false, false]);
  });

  it("ticks off what is there, and nothing on an expired connection", () => {
    const stripe = sampleIntegration({ meta_data: { id: "31", Name: "Fees" } });
    const books = sampleIntegration({ integration_type: "quickbook" });
    expect(done(stripe, books)).toEqual([true, true, false, true, false]);
    expect(done({ ...stripe, status: "expired" }, books)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
  });

  it("is all done with a bank and a sync", () => {
    const stripe = sampleIntegration({
      meta_data: { id: "31", Name: "Fees" },
      last_synced_at: "2026-03-01T00:00:00Z",
    });
    const books = sampleIntegration({
      integration_type: "quickbook",
      meta_data: { default_bank: "35", default_bank_name: "Checking" },
    });
    expect(done(stripe, books)).toEqual([true, true, true, true, true]);
  });
});
