import { describe, expect, it } from "vitest";
import { setupSteps } from "@/components/dashboard/use-setup";
import { ledgerWords } from "@/lib/ledger-words";
import { sampleIntegration } from "../samples";

const QUICKBOOKS = ledgerWords("quickbook");

const nothing = { posted: 0 };

const done = (integrations: Parameters<typeof setupSteps>[0], counts = nothing) =>
  setupSteps(integrations, counts, QUICKBOOKS).map((step) => step.done);

describe("setupSteps", () => {
  it("has every step open at the start", () => {
    expect(done([])).toEqual([false, false, false, false, false, false]);
  });

  it("names the accounting software that the company has, and none before", () => {
    const title = (...types: ("quickbook" | "xero")[]) =>
      setupSteps(
        types.map((integration_type) => sampleIntegration({ integration_type, status: "expired" })),
        nothing,
        ledgerWords(types[0]),
      )[1]?.title;
    expect(title()).toBe("Connect your accounting software");
    expect(title("xero")).toBe("Connect Xero");
  });

  it("ticks off finished steps, but none of an expired connection", () => {
    const stripe = sampleIntegration({ meta_data: { id: "31", Name: "Fees" } });
    const books = sampleIntegration({ integration_type: "quickbook" });
    expect(done([stripe, books])).toEqual([true, true, false, true, false, false]);
    const expired = { ...stripe, status: "expired" as const };
    expect(done([expired, books])).toEqual([false, true, false, false, false, false]);
  });

  it("requires a category for every processor", () => {
    const stripe = sampleIntegration({ meta_data: { id: "31", Name: "Fees" } });
    const other = sampleIntegration({ integration_type: "authorize" });
    expect(done([stripe, other])[3]).toBe(false);
  });

  it("ends with the first posted deposit, and leads into the dialogs on the way", () => {
    const stripe = sampleIntegration({
      meta_data: { id: "31", Name: "Fees" },
      last_synced_at: "2026-03-01T00:00:00Z",
    });
    const books = sampleIntegration({
      integration_type: "quickbook",
      meta_data: { default_bank: "35", default_bank_name: "Checking" },
    });
    const both = [stripe, books];
    expect(done(both)).toEqual([true, true, true, true, true, false]);
    expect(done(both, { posted: 1 })[5]).toBe(true);
    const open = [
      { ...stripe, meta_data: {} },
      { ...books, meta_data: {} },
    ];
    const hrefs = setupSteps(open, nothing, QUICKBOOKS).map(({ href }) => href);
    expect(hrefs.slice(2, 4)).toEqual([
      "/integrations?tab=accounting&settings=quickbook",
      "/integrations?settings=stripe",
    ]);
    expect(hrefs[5]).toBe("/dashboard/review");
  });
});
