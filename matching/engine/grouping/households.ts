import { append } from "../collections/append";
import { column } from "../collections/column";
import { lowerBound } from "../collections/lower-bound";
import type { LedgerRow, PayoutItem } from "../records/records";
import { isCompanyName } from "../text/name-kind";
import { NONE, type StringTable } from "../text/string-table";
import { words } from "../text/tokenize";
import { WIDEST } from "./relations";

/** Shorter words are initials and particles. */
const MIN_SURNAME = 3;
const MIN_PAYER = 4;
/** Words next to a surname: "Falk family". */
const BESIDE_SURNAME = new Set(["the", "and", "family", "familie", "famille", "familia"]);
const DIGIT = /\d/;
/** Of fewer payments each is looked at. */
const MIN_SORTED = 16;
const NO_ROWS: readonly LedgerRow[] = [];

/**
 * Open payments by household: one customer, people of one surname, jobs of one account, one mail
 * address, or those whose memos name one payer. A payment may be of several.
 */
export class Households {
  private readonly rowsOf = new Map<string, LedgerRow[]>();
  /** The same by day, once some days of them were asked for. */
  private readonly byDay = new Map<string, { rows: readonly LedgerRow[]; days: Int32Array }>();
  private readonly known = new Map<number, readonly string[]>();

  /** O(n) for n open records. */
  constructor(
    rows: readonly LedgerRow[],
    items: readonly PayoutItem[],
    private readonly strings: StringTable,
  ) {
    const payers = new Set(items.flatMap((item) => this.keysOfPayer(item)));
    for (const row of rows) {
      for (const key of this.payersIn(row)) if (payers.has(key)) append(this.rowsOf, key, row);
    }
    for (const row of rows) for (const key of this.ownKeysOf(row)) append(this.rowsOf, key, row);
    // A payment without a customer may say in its memo whose it is.
    for (const row of rows) for (const key of this.keysInText(row)) append(this.rowsOf, key, row);
  }

  /** @returns keys of the households that a payment may belong to */
  keysOf(row: LedgerRow): string[] {
    return [...this.ownKeysOf(row), ...this.keysInText(row)];
  }

  /** @returns keys of the payments whose memos name the payer: "MetLife VCC" for several patients */
  keysOfPayer({ name, currency }: PayoutItem): string[] {
    const named = this.strings.form(name)?.distinctive ?? [];
    return named.filter((word) => word.length >= MIN_PAYER).map((word) => `${currency} >${word}`);
  }

  private payersIn({ text, currency }: LedgerRow): Set<string> {
    const named = this.strings.form(text)?.distinctive ?? [];
    return new Set(named.map((word) => `${currency} >${word}`));
  }

  private ownKeysOf({ name, email, currency }: LedgerRow): string[] {
    const keys = this.keysOfName(name).map((key) => `${currency} ${key}`);
    if (email !== "") keys.push(`${currency} @${email}`);
    return keys;
  }

  private keysInText({ name, text, currency }: LedgerRow): string[] {
    if (name !== NONE || text === NONE) return [];
    return words(this.strings.raw(text))
      .filter((word) => word.length >= MIN_SURNAME)
      .map((word) => `${currency} ${word}`)
      .filter((key) => this.rowsOf.has(key));
  }

  /** @returns the open payments of a household on days near an item's: a surname has thousands in large books */
  near(key: string, { day }: PayoutItem): readonly LedgerRow[] {
    const all = this.rowsOf.get(key) ?? NO_ROWS;
    const [first, last] = [day - WIDEST.before, day + WIDEST.after];
    if (all.length < MIN_SORTED) return all.filter((row) => row.day >= first && row.day <= last);
    let sorted = this.byDay.get(key);
    if (!sorted) {
      const rows = all.toSorted((a, b) => a.day - b.day);
      sorted = { rows, days: column(rows, (row) => row.day) };
      this.byDay.set(key, sorted);
    }
    return sorted.rows.slice(lowerBound(sorted.days, first), lowerBound(sorted.days, last + 1));
  }

  private keysOfName(name: number): readonly string[] {
    let keys = this.known.get(name);
    if (!keys) {
      const form = this.strings.form(name);
      const isPerson = form !== undefined && !isCompanyName(form);
      const shared = form ? sharedNames(this.strings.raw(name), isPerson) : [];
      keys = form ? [`=${form.key}`, ...shared] : [];
      this.known.set(name, keys);
    }
    return keys;
  }
}

/** What relatives and jobs share: "Ida Falk", "Falk, Ida" and "Ida & Ole Falk" a surname, "Falk family:Ida" an account. */
function sharedNames(raw: string, isPerson: boolean): string[] {
  const [account = "", ...jobs] = raw.split(":");
  // Units of a building have nothing to do with each other.
  if (jobs.length > 0) return DIGIT.test(jobs.join()) ? [] : [`:${words(account).join(" ")}`];
  if (!isPerson) return [];
  const [before = "", ...after] = account.split(",");
  const names = words(before);
  const rest = names.filter((word) => !BESIDE_SURNAME.has(word));
  const isSurname =
    after.length > 0 || rest.length < Math.min(2, names.length) || rest.length === 1;
  return (isSurname ? rest : rest.slice(1)).filter((word) => word.length >= MIN_SURNAME);
}
