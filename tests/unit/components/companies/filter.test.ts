import { expect, test } from "vitest";
import { pageOf, readFilter, writeFilter } from "@/components/companies/filter";

const read = (search: string) => readFilter(new URLSearchParams(search));

test("the address keeps the filter, and the default needs none", () => {
  for (const search of ["", "?q=Caf%C3%A9+%26+Co", "?need=suggested", "?q=a&need=any&page=3"]) {
    expect(writeFilter(read(search))).toBe(search);
  }
});

test("what an address can't mean is left at its default", () => {
  const first = { name: "", need: "all", page: 1 };
  for (const search of ["?need=nonsense", "?page=0", "?page=-2", "?page=1.5", "?page=1e9"]) {
    expect(read(search), search).toEqual(first);
  }
});

test("300 companies are six pages, each named by its rows; beyond the last one is the last one", () => {
  const rows = Array.from({ length: 300 }, (_, index) => index + 1);
  expect(pageOf(rows, 1)).toMatchObject({ page: 1, pages: 6, from: 1, to: 50 });
  expect(pageOf(rows, 6)).toMatchObject({ page: 6, from: 251, to: 300 });
  expect(pageOf(rows, 6).shown.at(-1)).toBe(300);
  expect(pageOf(rows, 9).page).toBe(6);
  expect(pageOf(rows.slice(0, 50), 1)).toMatchObject({ pages: 1, to: 50 });
  expect(pageOf([], 1)).toMatchObject({ page: 1, pages: 1, shown: [] });
});
