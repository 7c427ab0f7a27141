import { describe, expect, it } from "vitest";
import {
  DEFAULT_FILTER,
  isFiltered,
  readFilter,
  toListQuery,
  writeFilter,
} from "@/components/deposits/filter";

const read = (text: string) => readFilter(new URLSearchParams(text));

describe("the filter in the address", () => {
  it("is the default when nothing is given", () => {
    expect(read("")).toEqual(DEFAULT_FILTER);
    expect(writeFilter(DEFAULT_FILTER)).toBe("");
  });

  it("survives the way there and back", () => {
    const filter = {
      q: "Chécking & co",
      status: "suggested",
      from: "2026-02-01",
      to: "2026-02-28",
      sort: "-quickbooks_id",
      page: 3,
      page_size: 100,
    } as const;
    expect(read(writeFilter(filter))).toEqual(filter);
  });

  it("reads the status case-insensitively", () => {
    expect(read("status=Matched").status).toBe("matched");
  });

  it.each([
    "page=0",
    "page=x",
    "page_size=7",
    "status=lost",
    "sort=up",
    "from=2026-02-30",
    "to=tomorrow",
  ])("ignores %s", (text) => {
    expect(read(text)).toEqual(DEFAULT_FILTER);
  });

  it("leaves out of the request what filters nothing", () => {
    expect(toListQuery(DEFAULT_FILTER)).toEqual({ page: 1, page_size: 25, sort: "-date" });
    expect(toListQuery(read("q=1043&status=posted"))).toMatchObject({
      q: "1043",
      status: "posted",
    });
  });

  it("knows whether it leaves anything out", () => {
    expect(isFiltered(read("sort=amount&page=2&page_size=50"))).toBe(false);
    for (const text of ["q=a", "status=posted", "from=2026-02-01", "to=2026-02-01"]) {
      expect(isFiltered(read(text))).toBe(true);
    }
  });
});
