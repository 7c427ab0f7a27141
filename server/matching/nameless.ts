import { lowerBound } from "./frequency";
import { append } from "./grouping";
import { NONE } from "./lexicon";
import type { Entry, Unit } from "./rows";
import type { OpenRows, SetFacts } from "./set-proposal";

/** Rows that fit, and how many there were to choose from. */
interface Fitting<Row> {
  rows: Row[];
  of: number;
}

const DAYS_AROUND = 10;

/** Open rows that show no customer: found by their amount. */
export class Nameless {
  private readonly entriesByAmount = new Map<string, Entry[]>();
  private readonly daysOfCurrency = new Map<string, Int32Array>();
  private readonly unitsOfDeposit = new Map<string, Unit[]>();

  constructor({ units, entries }: OpenRows) {
    const days = new Map<string, number[]>();
    for (const entry of entries) {
      if (entry.name !== NONE || entry.email !== "") continue;
      append(this.entriesByAmount, `${entry.currency}${entry.amount}`, entry);
      append(days, entry.currency, entry.day);
    }
    for (const [currency, list] of days)
      this.daysOfCurrency.set(currency, Int32Array.from(list).sort());
    for (const unit of units) {
      if (!unit.line || !unit.explainable || unit.name !== NONE || unit.email !== "") continue;
      append(this.unitsOfDeposit, unit.deposit.id, unit);
    }
  }

  /** Payments of this amount within days of the line. */
  entries({ currency, day }: Unit, amount: number): Fitting<Entry> {
    const rows = (this.entriesByAmount.get(`${currency}${amount}`) ?? []).filter(
      (entry) => Math.abs(entry.day - day) <= DAYS_AROUND,
    );
    if (rows.length === 0) return { rows, of: 1 };
    const days = this.daysOfCurrency.get(currency) ?? new Int32Array();
    return {
      rows,
      of: lowerBound(days, day + DAYS_AROUND + 1) - lowerBound(days, day - DAYS_AROUND),
    };
  }

  /** Lines of this amount in the deposit of another line. */
  units({ deposit }: Unit, level: SetFacts["level"], amount: number): Fitting<Unit> {
    const units = this.unitsOfDeposit.get(deposit.id) ?? [];
    const rows = units.filter((unit) => (level === "sum_gross" ? unit.gross : unit.net) === amount);
    return { rows, of: Math.max(1, units.length) };
  }
}
