import { toDayNumber } from "@/lib/dates";
import type { DepositInput, PaymentInput } from "@/matching/engine/contract";
import { WINDOW } from "@/matching/engine/parameters";

/** Seconds of each stage. */
export type BareStages = Record<"read" | "block" | "score" | "learn" | "assign", number>;

/** As many candidates per line as the engine compares of a large block, the nearest in time. */
const MAX_PER_LINE = 4;
const EM_PASSES = 3;
const DAYS = WINDOW.before + WINDOW.after + 1;
/** First guess of the share of true pairs whose texts agree, and of others. */
const AGREE = { among: 0.8, chance: 0.05 } as const;
const TEXTS = 3;
/** Levels of a text: unknown on a side, equal, different. */
const LEVELS = 3;
const BUCKETS = 4096;
const STEPS_PER_BIT = 64;

/** One side in columns; texts are numbered, so that equal ones have equal numbers; −1 for none. */
interface Columns {
  /** Currency and amount as one number. */
  groups: Int32Array;
  days: Int32Array;
  texts: Int32Array[];
}

interface Candidates {
  lines: Int32Array;
  payments: Int32Array;
}

/**
 * The steps of the method as bare loops over typed arrays, for what they cost at least: number every text,
 * candidates of an equal amount, five levels per pair, expectation maximization, an assignment by
 * score. It doesn't read what a name says, so it decides nothing worth having.
 * @returns seconds by stage, and how many lines got a payment
 */
export function bareMethod(
  deposits: readonly DepositInput[],
  payments: readonly PaymentInput[],
): { stages: BareStages; found: number } {
  const stages: BareStages = { read: 0, block: 0, score: 0, learn: 0, assign: 0 };
  const timed = <Result>(stage: keyof BareStages, run: () => Result): Result => {
    const started = performance.now();
    const result = run();
    stages[stage] += (performance.now() - started) / 1000;
    return result;
  };
  const [lines, rows] = timed("read", () => read(deposits, payments));
  const pairs = timed("block", () => block(lines, rows));
  const levels = timed("score", () => compare(lines, rows, pairs));
  let weights = firstWeights();
  let scores = timed("score", () => score(levels, weights));
  for (let pass = 1; pass < EM_PASSES; pass++) {
    weights = timed("learn", () =>
      learn(pairs, levels, scores, lines.days.length, rows.days.length),
    );
    scores = timed("score", () => score(levels, weights));
  }
  const found = timed("assign", () => assign(pairs, scores, lines.days.length, rows.days.length));
  return { stages, found };
}

function read(deposits: readonly DepositInput[], payments: readonly PaymentInput[]) {
  const [groups, days, texts] = [new Numbers(), new Map<string, number>(), new Numbers()];
  const size = deposits.reduce((sum, { lines }) => sum + (lines?.length ?? 0), 0);
  const dayOf = (date: string) => {
    const day = days.get(date) ?? toDayNumber(date);
    days.set(date, day);
    return day;
  };
  const [left, right] = [columns(size), columns(payments.length)];
  const put = (into: Columns, at: number, facts: (string | undefined)[]) => {
    for (let k = 0; k < TEXTS; k++) (into.texts[k] as Int32Array)[at] = texts.of(facts[k]);
  };
  for (const [at, payment] of payments.entries()) {
    right.groups[at] = groups.of(`${payment.currency}${payment.amount}`);
    right.days[at] = dayOf(payment.date);
    put(right, at, [payment.customerName, payment.email, payment.reference]);
  }
  let at = 0;
  for (const { currency, lines } of deposits) {
    for (const line of lines ?? []) {
      left.groups[at] = groups.of(`${currency}${line.amount}`);
      left.days[at] = dayOf(line.date);
      put(left, at++, [line.entity, line.email, line.reference]);
    }
  }
  return [left, right] as const;
}

/** Payments by amount and day, by counting twice; then the first few in the window of each line. */
function block(lines: Columns, rows: Columns): Candidates {
  const first = rows.days.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY);
  const byDay = counted(
    rows.days.map((day) => day - first),
    rows.days.map((_, at) => at),
  );
  const byGroup = counted(rows.groups, byDay.members);
  const found = { lines: new Int32Array(lines.days.length * MAX_PER_LINE), size: 0 };
  const payments = new Int32Array(found.lines.length);
  for (let line = 0; line < lines.days.length; line++) {
    const group = lines.groups[line] ?? 0;
    const [from, to] = [lines.days[line] ?? 0, byGroup.starts[group + 1] ?? 0];
    let taken = 0;
    for (let place = byGroup.starts[group] ?? 0; place < to && taken < MAX_PER_LINE; place++) {
      const row = byGroup.members[place] ?? 0;
      const lag = (rows.days[row] ?? 0) - from;
      if (lag < -WINDOW.before || lag > WINDOW.after) continue;
      found.lines[found.size] = line;
      payments[found.size++] = row;
      taken++;
    }
  }
  return { lines: found.lines.slice(0, found.size), payments: payments.slice(0, found.size) };
}

/** Levels of each pair: the days between, then one per text. */
function compare(lines: Columns, rows: Columns, pairs: Candidates): Uint8Array[] {
  const lags = new Uint8Array(pairs.lines.length);
  for (let pair = 0; pair < lags.length; pair++) {
    const [line, row] = [pairs.lines[pair] ?? 0, pairs.payments[pair] ?? 0];
    lags[pair] = (rows.days[row] ?? 0) - (lines.days[line] ?? 0) + WINDOW.before;
  }
  const ofTexts = lines.texts.map((left, k) => {
    const right = rows.texts[k] as Int32Array;
    const levels = new Uint8Array(lags.length);
    for (let pair = 0; pair < levels.length; pair++) {
      const [a, b] = [left[pairs.lines[pair] ?? 0] ?? -1, right[pairs.payments[pair] ?? 0] ?? -1];
      levels[pair] = a < 0 || b < 0 ? 0 : a === b ? 1 : 2;
    }
    return levels;
  });
  return [lags, ...ofTexts];
}

function firstWeights(): Float64Array[] {
  const { among, chance } = AGREE;
  const text = [0, Math.log2(among / chance), Math.log2((1 - among) / (1 - chance))];
  const ofTexts = Array.from({ length: TEXTS }, () => Float64Array.from(text));
  return [new Float64Array(DAYS), ...ofTexts];
}

function score(levels: readonly Uint8Array[], weights: readonly Float64Array[]): Float64Array {
  const scores = new Float64Array(levels[0]?.length ?? 0);
  for (const [k, column] of levels.entries()) {
    const table = weights[k] as Float64Array;
    for (let pair = 0; pair < scores.length; pair++) {
      scores[pair] = (scores[pair] ?? 0) + (table[column[pair] ?? 0] ?? 0);
    }
  }
  return scores;
}

/** Probability of each pair against its rivals, then the share of each level among true pairs. */
function learn(
  pairs: Candidates,
  levels: readonly Uint8Array[],
  scores: Float64Array,
  lines: number,
  rows: number,
): Float64Array[] {
  const [ofLine, ofRow] = [new Float64Array(lines).fill(1), new Float64Array(rows).fill(1)];
  const odds = scores.map((bits) => 2 ** bits);
  for (let pair = 0; pair < odds.length; pair++) {
    const [line, row] = [pairs.lines[pair] ?? 0, pairs.payments[pair] ?? 0];
    ofLine[line] = (ofLine[line] ?? 0) + (odds[pair] ?? 0);
    ofRow[row] = (ofRow[row] ?? 0) + (odds[pair] ?? 0);
  }
  const probabilities = odds.map((own, pair) => {
    const all = (ofLine[pairs.lines[pair] ?? 0] ?? 0) + (ofRow[pairs.payments[pair] ?? 0] ?? 0);
    return own / (all - own);
  });
  return levels.map((column, k) => {
    const size = k === 0 ? DAYS : LEVELS;
    const [matched, other] = [new Float64Array(size).fill(1), new Float64Array(size).fill(1)];
    for (let pair = 0; pair < column.length; pair++) {
      const level = column[pair] ?? 0;
      const share = probabilities[pair] ?? 0;
      matched[level] = (matched[level] ?? 0) + share;
      other[level] = (other[level] ?? 0) + 1 - share;
    }
    const [all, rest] = [sum(matched), sum(other)];
    return matched.map((count, level) => Math.log2(count / all / ((other[level] ?? 1) / rest)));
  });
}

/** The best pairs first, by counting; each record once. */
function assign(pairs: Candidates, scores: Float64Array, lines: number, rows: number): number {
  const bucket = Int32Array.from(scores, (bits) =>
    Math.max(0, Math.min(BUCKETS - 1, BUCKETS / 2 - Math.round(bits * STEPS_PER_BIT))),
  );
  const [takenLines, takenRows] = [new Uint8Array(lines), new Uint8Array(rows)];
  let found = 0;
  for (const pair of counted(
    bucket,
    bucket.map((_, at) => at),
  ).members) {
    const [line, row] = [pairs.lines[pair] ?? 0, pairs.payments[pair] ?? 0];
    if ((scores[pair] ?? 0) <= 0 || takenLines[line] === 1 || takenRows[row] === 1) continue;
    takenLines[line] = 1;
    takenRows[row] = 1;
    found++;
  }
  return found;
}

/** Sorts `order` by key, keeping the order of equal keys. */
function counted(keys: Int32Array, order: Int32Array) {
  const last = keys.reduce((most, key) => Math.max(most, key), 0);
  const starts = new Int32Array(last + 2);
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let key = 0; key <= last; key++) {
    starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  }
  const [next, members] = [starts.slice(), new Int32Array(order.length)];
  for (const at of order) {
    const key = keys[at] ?? 0;
    const place = next[key] ?? 0;
    members[place] = at;
    next[key] = place + 1;
  }
  return { starts, members };
}

function columns(size: number): Columns {
  const texts = Array.from({ length: TEXTS }, () => new Int32Array(size));
  return { groups: new Int32Array(size), days: new Int32Array(size), texts };
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Numbers texts 0, 1, 2, … in order of first appearance. */
class Numbers {
  private readonly known = new Map<string, number>();

  of(text: string | undefined): number {
    if (!text) return -1;
    const number = this.known.get(text) ?? this.known.size;
    this.known.set(text, number);
    return number;
  }
}
