import { formatCount } from "@/lib/format";

/** "1 row", "1,204 rows" */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
