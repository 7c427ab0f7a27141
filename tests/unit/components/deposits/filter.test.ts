import { describe, expect, it } from "vitest";
import {
  DEFAULT_FILTER,
  isFiltered,
  readFilter,
  toListQuery,
  writeFilter,
} from "@/components/deposits/filter";
import { depositList } from "@/lib/contracts/deposits";

const read = (text: string) => readFilter(new URLSearchParams(text));

describe("the filter in the address", () => {
  it("has defaults", () => {
    expect(read("")).toEqual(DEFAULT_FILTER);
    expect(writeFilter(DEFAULT_FILTER)).toBe("");
  });

  it("round-trips", () => {
    const filter = {
      q: "Chécking & co",
      status: "suggested",
      from: "2026-02-01",
      to: "2026-02-28",
      source: "authorize",
      connection_id: "6f0a1d3c-4b8e-4f9a-8f2d-90c1e7a5b310",
      posted: "failed",
      has: "refund",
      currency: "EUR",
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
    "page=",
    "page=-1",
    "page=2.5",
    "page=1000001",
    "page=Infinity",
    "page_size=7",
    "page_size=",
    "page_size=500",
    "status=lost",
    "source=authorizenet",
    "connection_id=po_1",
    "posted=yes",
    "has=fee",
    "currency=eur",
    "currency=EURO",
    "status=",
    "sort=up",
    "sort=",
    "sort=--date",
    "sort=Date",
    "from=2026-02-30",
    "from=0000-01-01",
    "from=2026-2-1",
    "to=tomorrow",
    "to=2026-02-01T00:00:00Z",
    "to=2025-02-29",
    "q=+",
    "q=a%00b",
    `q=${"a".repeat(201)}`,
  ])("ignores %s", (text) => {
    expect(read(text)).toEqual(DEFAULT_FILTER);
  });

  it.each([
    ["q", `q=++${"a".repeat(200)}+`, "a".repeat(200)],
    ["page", "page=1000000", 1_000_000],
    ["from", "from=0001-01-01", "0001-01-01"],
    ["from", "from=2024-02-29", "2024-02-29"],
    ["to", "to=9999-12-31", "9999-12-31"],
    ["sort", "sort=account", "account"],
  ] as const)("clamps %s to its limits: %s", (name, text, value) => {
    expect(read(text)[name]).toBe(value);
  });

  it("is read as the endpoint reads it", () => {
    const texts = ["", " a ", "0", "1", "2.5", "-date", "-", "ALL", "0050-12-31", "2026-02-28"];
    const query = depositList.query;
    for (const name of ["q", "status", "from", "to", "sort", "page"] as const) {
      for (const text of texts) {
        const taken = query?.shape[name].safeParse(text).data ?? DEFAULT_FILTER[name];
        const params = new URLSearchParams({ [name]: text });
        expect(readFilter(params)[name], `${name}=${text}`).toBe(taken);
      }
    }
  });

  it("omits from the request what filters nothing", () => {
    expect(toListQuery(DEFAULT_FILTER)).toEqual({
      page: 1,
      page_size: 25,
      sort: "-date",
      totals: "yes",
    });
    expect(toListQuery(read("q=1043&status=posted"))).toMatchObject({
      q: "1043",
      status: "posted",
    });
  });

  it("knows whether it excludes anything", () => {
    expect(isFiltered(read("sort=amount&page=2&page_size=50"))).toBe(false);
    for (const text of ["q=a", "status=posted", "from=2026-02-01", "to=2026-02-01"]) {
      expect(isFiltered(read(text))).toBe(true);
    }
  });
});
