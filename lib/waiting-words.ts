import type { PostingReview } from "@/lib/contracts/posting-review";

/** "3 wait for an expense category in Authorize.Net Settings, 1 for a EUR bank account"; empty without any. */
export function waitingWords(waiting: PostingReview["waiting"]): string {
  return waiting
    .map(({ count, waits_for }, index) => {
      const verb = count === 1 ? "waits" : "wait";
      return `${count} ${index === 0 ? `${verb} ` : ""}for ${waits_for}`;
    })
    .join(", ");
}
