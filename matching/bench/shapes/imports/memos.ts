import { dateOf } from "../../calendar";
import type { Random } from "../../random";

/** The import tools' ways to fill in memos. */
export type MemoStyle = "sync" | "sales_order" | "connector" | "csv";

interface MemoFacts {
  /** Null: the memo does without. */
  number: string | null;
  means: string;
  day: number;
  batch: number;
  /** What happened: "sale", "refund", "tax". */
  event: string;
}

/** A memo with the order number somewhere in it, among figures that mean nothing here. */
export function memoOf(style: MemoStyle, facts: MemoFacts, random: Random): string {
  const { number, means, day, batch, event } = facts;
  const clock = `${String(random.between(0, 23)).padStart(2, "0")}:${random.between(10, 59)}`;
  const stamp = `${dateOf(day)} ${clock}`;
  const of = (text: string) => (number === null ? "" : text);
  const memos: Readonly<Record<MemoStyle, string>> = {
    sync: `Web${of(` Order #${number}`)} ${event} | sync ${stamp} | ${means}`,
    sales_order: `${of(`SO-00${number}-US `)}${event}, ${means}, batch ${batch}`,
    connector: `[import ${batch}]${of(` ref:WEB${number}`)} type:${event} gw:${means} qty:${random.between(1, 4)}`,
    csv: `${batch};${stamp};${of(`W${number}/1`)};${means};${event}`,
  };
  return memos[style];
}
