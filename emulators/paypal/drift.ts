import type { Chained } from "./book";
import type { PayPalRow, PayPalState } from "./state";

/** Late rows exist, and have moved the balance, but are not listed yet. */
export function inSight({ late }: PayPalRow): boolean {
  return !late;
}

/** PayPal lists the late rows from now on. */
export function serveLateRows({ rows }: PayPalState): PayPalRow[] {
  const late = rows.filter((row) => row.late);
  for (const row of late) delete row.late;
  return late;
}

/**
 * A page of what `select` finds. Pages are no snapshot: before a second page, the account's `drift` happens once. Late
 * rows arrive, so that a row of the page before repeats; the window's first row is missing, so that one slips through;
 * or a page repeats the last row of the one before.
 */
export function drifted(
  account: PayPalState,
  select: () => Chained[],
  { page, pageSize }: { page: number; pageSize: number },
): { found: Chained[]; rows: Chained[] } {
  const { drift } = account.settings;
  const from = (page - 1) * pageSize;
  const pageOf = (found: Chained[], first = from) => ({
    found,
    rows: found.slice(first, from + pageSize),
  });
  if (page === 1 || drift === null) return pageOf(select());
  account.settings.drift = null;
  switch (drift) {
    case "arrive":
      serveLateRows(account);
      return pageOf(select());
    case "leave":
      return pageOf(select().slice(1));
    case "repeat":
      return pageOf(select(), from - 1);
  }
}
