import type { SortingState } from "@tanstack/react-table";
import { type DepositSort, isDepositSort } from "@/lib/contracts/values/deposits";

/** "-date" → by date, newest first, as the table states it. */
export function toSorting(sort: DepositSort): SortingState {
  return [{ id: sort.replace(/^-/, ""), desc: sort.startsWith("-") }];
}

/** The inverse; undefined for what the API can't sort by. */
export function fromSorting([first]: SortingState): DepositSort | undefined {
  if (!first) return undefined;
  const sort = `${first.desc ? "-" : ""}${first.id}`;
  return isDepositSort(sort) ? sort : undefined;
}
