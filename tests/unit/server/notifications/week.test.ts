import { expect, test } from "vitest";
import { summarizedDays, summaryDue } from "@/server/notifications/week";

const company = (timeZone: string, more: Partial<Parameters<typeof summaryDue>[0]> = {}) => ({
  timeZone,
  createdAt: new Date("2020-01-01T00:00:00Z"),
  summarizedOn: null,
  ...more,
});
const dueAt = (timeZone: string, at: string, more = {}) =>
  summaryDue(company(timeZone, more), new Date(at));

/** The instant before, and the instant of, 8 on a Monday morning, in UTC. */
const MORNINGS = [
  ["an ordinary week", "America/New_York", "2026-11-16", "2026-11-16T12:59:59Z"],
  ["clocks went forward the day before", "America/New_York", "2026-03-09", "2026-03-09T11:59:59Z"],
  ["clocks went back the day before", "America/New_York", "2026-11-02", "2026-11-02T12:59:59Z"],
  ["forward, in Europe", "Europe/London", "2026-03-30", "2026-03-30T06:59:59Z"],
  ["back, in Europe", "Europe/London", "2026-10-26", "2026-10-26T07:59:59Z"],
  ["far in the east", "Pacific/Kiritimati", "2026-11-16", "2026-11-15T17:59:59Z"],
  ["far in the west", "Pacific/Pago_Pago", "2026-11-16", "2026-11-16T18:59:59Z"],
  ["a zone of quarters of an hour", "Pacific/Chatham", "2026-11-16", "2026-11-15T18:14:59Z"],
] as const;

test.each(MORNINGS)("%s: Monday at 8 in the company's time zone", (_, zone, monday, before) => {
  const at = new Date(Date.parse(before) + 1_000).toISOString();
  const lastWeek = new Date(Date.parse(monday) - 7 * 86_400_000).toISOString().slice(0, 10);
  expect(dueAt(zone, before, { summarizedOn: lastWeek })).toBeNull();
  expect(dueAt(zone, at, { summarizedOn: lastWeek })).toBe(monday);
  expect(dueAt(zone, at, { summarizedOn: monday })).toBeNull();
});

test("a late summary is sent for three days", () => {
  const zone = "America/New_York";
  expect(dueAt(zone, "2026-11-18T23:00:00Z")).toBe("2026-11-16");
  expect(dueAt(zone, "2026-11-19T23:00:00Z")).toBeNull();
});

test("a company's first summary is on its first Monday morning", () => {
  const zone = "Europe/London";
  const createdAt = new Date("2026-11-16T08:30:00Z");
  expect(dueAt(zone, "2026-11-16T09:00:00Z", { createdAt })).toBeNull();
  expect(dueAt(zone, "2026-11-23T08:00:00Z", { createdAt })).toBe("2026-11-23");
  const early = new Date("2026-11-16T07:30:00Z");
  expect(dueAt(zone, "2026-11-16T08:00:00Z", { createdAt: early })).toBe("2026-11-16");
});

test("a change of time zone repeats nothing", () => {
  const summarizedOn = "2026-11-16";
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    expect(dueAt(zone, "2026-11-16T20:00:00Z", { summarizedOn })).toBeNull();
  }
});

test("it covers the seven days before, whatever their length", () => {
  expect(summarizedDays("2026-03-09")).toEqual({ from: "2026-03-02", to: "2026-03-08" });
  expect(summarizedDays("2027-01-04")).toEqual({ from: "2026-12-28", to: "2027-01-03" });
});
