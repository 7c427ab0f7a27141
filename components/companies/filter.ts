import { NEEDS, type Need } from "@/components/companies/needs";

/** Which companies are shown, as stored in the page's address. */
export interface CompaniesFilter {
  name: string;
  need: Need;
  /** From 1. */
  page: number;
}

const PAGE_SIZE = 50;

const DIGITS = /^[1-9]\d{0,3}$/;

/** The filter of an address; what can't be read is left at its default. */
export function readFilter(parameters: Pick<URLSearchParams, "get">): CompaniesFilter {
  const asked = parameters.get("page") ?? "";
  return {
    name: parameters.get("q") ?? "",
    need: NEEDS.find(({ value }) => value === parameters.get("need"))?.value ?? "all",
    page: DIGITS.test(asked) ? Number(asked) : 1,
  };
}

/** The query string of a filter, with "?"; empty for the default. */
export function writeFilter({ name, need, page }: CompaniesFilter): string {
  const parameters = new URLSearchParams();
  if (name !== "") parameters.set("q", name);
  if (need !== "all") parameters.set("need", need);
  if (page > 1) parameters.set("page", String(page));
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** One page of the rows, and which they are; the last one instead of one beyond it. */
export function pageOf<T>(rows: readonly T[], asked: number) {
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const page = Math.min(asked, pages);
  const from = (page - 1) * PAGE_SIZE;
  const shown = rows.slice(from, from + PAGE_SIZE);
  return { page, pages, shown, from: from + 1, to: from + shown.length };
}
