import { describe, expect, it } from "vitest";
import { DEFAULT_FILTER, readFilter, toListQuery, writeFilter } from "@/components/deposits/filter";

const read = (text: string) => readFilter(new URLSearchParams(text));

describe("the filter in the address", () => {
  it("is the default when nothing is given", () => {
    expect(read("")).toEqual(DEFAULT_FILTER);
    expect(writeFilter(DEFAULT_FILTER)).toBe("");
  });

  it("survives the way there and back", () => {
    const filter = { q: "Chécking & co", status: "suggested", sort: "amount", page: 3 } as const;
    expect(read(writeFilter(filter))).toEqual(filter);
  });

  it("reads the status case-insensitively", () => {
    expect(read("status=Matched").status).toBe("matched");
  });

  it.each(["page=0", "page=x", "status=lost", "sort=up"])("ignores %s", (text) => {
    expect(read(text)).toEqual(DEFAULT_FILTER);
  });

  it("leaves out of the request what filters nothing", () => {
    expect(toListQuery(DEFAULT_FILTER)).toEqual({ page: 1, page_size: 25, sort: "-date" });
    expect(toListQuery(read("q=1043&status=posted"))).toMatchObject({
      q: "1043",
      status: "posted",
    });
  });
});
