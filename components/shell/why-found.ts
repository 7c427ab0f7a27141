import type { Deposit } from "@/lib/contracts/deposits";

/**
 * "Order #10470 · Carlos Ibrahim · 126.47": the line that a search found its deposit by; empty where what was looked
 * for is the payout's own, or none of the words is a line's.
 */
export function whyFound(
  { total_amt, lines }: Pick<Deposit, "total_amt" | "lines">,
  searched: string,
): string {
  const words = searched.toLowerCase().split(/\s+/).map(withoutMarks).filter(Boolean);
  const net = withoutMarks(total_amt);
  if (words.length === 0 || words.every((word) => net.startsWith(word))) return "";
  const line = lines.find((each) => {
    const text = withoutMarks(`${each.description} ${each.entity} ${each.amount}`.toLowerCase());
    return words.every((word) => text.includes(word));
  });
  if (!line) return "";
  return [line.description, line.entity, line.amount].filter((part) => part !== "").join(" · ");
}

/** Numbers are written with separators and signs, and looked for without. */
function withoutMarks(text: string): string {
  return text.replace(/[,#−-]/g, "");
}
