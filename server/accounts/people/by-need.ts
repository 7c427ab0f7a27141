import type { CompanyNeeds } from "@/lib/contracts/companies-overview";

type Sorted = Pick<
  CompanyNeeds,
  "name" | "not_posted" | "ending" | "suggested" | "undecided" | "pending" | "oldest_open"
>;

/** What is stuck comes before what waits for a decision; then how much there is, then since when. */
export function byNeed(one: Sorted, other: Sorted): number {
  return (
    Number(isStuck(other)) - Number(isStuck(one)) ||
    toDecide(other) - toDecide(one) ||
    other.undecided - one.undecided ||
    (one.oldest_open ?? "9999").localeCompare(other.oldest_open ?? "9999") ||
    one.name.localeCompare(other.name)
  );
}

const isStuck = ({ not_posted, ending }: Sorted) => not_posted + ending > 0;
/** Deposits: the lines to decide are those of pending ones. */
const toDecide = ({ suggested, pending, not_posted }: Sorted) => suggested + pending + not_posted;
