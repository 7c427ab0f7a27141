import { describe, expect, it } from "vitest";
import {
  endedSince,
  lastSync,
  latestRun,
  progressPercent,
  progressText,
} from "@/components/integrations/runs";
import { sampleRun } from "../samples";

describe("the progress of a sync", () => {
  it("shows n of m and the stage", () => {
    expect(progressText(sampleRun())).toBe("Fetching payouts, 12 of 40");
    expect(progressPercent(sampleRun())).toBe(30);
  });

  it("does not invent a total", () => {
    const run = sampleRun({ total: null });
    expect(progressText(run)).toBe("Fetching payouts, 12 so far");
    expect(progressPercent(run)).toBeNull();
    expect(progressText(sampleRun({ state: "queued" }))).toBe("Waiting to start");
  });

  it("stays within 100 and survives an empty total", () => {
    expect(progressPercent(sampleRun({ done: 41 }))).toBe(100);
    expect(progressPercent(sampleRun({ done: 0, total: 0 }))).toBeNull();
  });
});

describe("runs", () => {
  it("finds a provider's newest", () => {
    const runs = [
      sampleRun({ id: "qb", integration_type: "quickbook" }),
      sampleRun({ id: "new" }),
      sampleRun({ id: "old" }),
    ];
    expect(latestRun(runs, "stripe")?.id).toBe("new");
    expect(latestRun(runs, "authorize")).toBeNull();
    const other = sampleRun({ id: "other", connection_id: "b" });
    expect(latestRun([other, ...runs], "stripe", runs[1]?.connection_id)?.id).toBe("new");
  });

  const at = (finished_at: string) => ({ state: "succeeded" as const, finished_at });
  const old = sampleRun({ id: "old", ...at("2026-03-01T10:00:00.000Z") });
  const known = sampleRun({ id: "known", ...at("2026-03-01T11:00:00.000Z") });

  it("announces one that was under way, one that began and ended since, and a repeated one", () => {
    const ended = ["a", "b", "known"].map((id) =>
      sampleRun({ id, ...at("2026-03-01T12:00:00.000Z") }),
    );
    const now = [sampleRun({ id: "c" }), ...ended];
    expect(endedSince([sampleRun({ id: "a" }), known], now)).toEqual(ended);
  });

  it("does not announce what had ended, nor what comes to light when newer ones go", () => {
    expect(endedSince([known], [known])).toEqual([]);
    expect(endedSince([known], [old])).toEqual([]);
    expect(endedSince([], [old])).toEqual([old]);
  });
});

describe("the last sync", () => {
  const ended = { finished_at: "2026-03-02T10:00:00.000Z" };
  const before = "2026-03-01T10:00:00.000Z";

  it("is none before the first, and the stored time when no run is listed any more", () => {
    expect(lastSync(null, null)).toBeNull();
    expect(lastSync(null, before)).toMatchObject({ label: "Last synced", at: before, result: "" });
  });

  it("says what came of it", () => {
    const run = sampleRun({ ...ended, state: "succeeded", message: "3 new payouts (41 checked)" });
    expect(lastSync(run, before)).toEqual({
      label: "Last synced",
      at: ended.finished_at,
      failed: false,
      result: "3 new payouts (41 checked)",
      before: null,
    });
  });

  it("shows why it failed, and when the last one worked", () => {
    const run = sampleRun({ ...ended, state: "failed", message: "Stripe did not answer." });
    expect(lastSync(run, before)).toEqual({
      label: "Last sync failed",
      at: ended.finished_at,
      failed: true,
      result: "Stripe did not answer.",
      before,
    });
  });

  it("distinguishes a stopped one from a failed one", () => {
    const run = sampleRun({ ...ended, state: "cancelled", message: "Canceled" });
    expect(lastSync(run, null)).toMatchObject({
      label: "Last sync stopped",
      failed: false,
      result: "What was imported is kept.",
    });
  });
});
