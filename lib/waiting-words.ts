import type { PostingReview } from "@/lib/contracts/posting-review";

type Waiting = Pick<PostingReview["waiting"][number], "count" | "waits_for">;

/**
 * "3 wait for an expense category in Authorize.Net Settings, 1 for a EUR bank account"; empty without any. What several
 * groups wait for is said once.
 */
export function waitingWords(waiting: readonly Waiting[]): string {
  const counts = new Map<string, number>();
  for (const { count, waits_for } of waiting) {
    counts.set(waits_for, (counts.get(waits_for) ?? 0) + count);
  }
  return [...counts]
    .map(([waitsFor, count], index) => {
      const verb = count === 1 ? "waits" : "wait";
      return `${count} ${index === 0 ? `${verb} ` : ""}for ${waitsFor}`;
    })
    .join(", ");
}
