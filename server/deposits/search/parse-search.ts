import type { CalendarDate } from "@/lib/dates";
import type { DateFormat } from "@/lib/format-date";
import { listProviders } from "@/lib/providers/list";
import { type AmountRange, parseAmount } from "./parse-amount";
import { countDateWords, type DayRange, parseDays } from "./parse-days";

/** One thing that is looked for: a deposit has to have it in any of these ways. */
export interface SearchTerm {
  /** Part of a name, a number or an id, as it was typed. */
  text: string;
  amounts: AmountRange[];
  days: DayRange[];
  /** Our id: "#34", "34"; null for another text. */
  depositId: number | null;
  /** Processors whose name has the text in it. */
  providers: string[];
}

interface Conventions {
  /** The company's. */
  format: DateFormat;
  today: CalendarDate;
}

/** Further words don't count. */
const MAX_TERMS = 8;
const MAX_ID = 2_147_483_647;

/**
 * What a search looks for. A search that is an amount or a date as a whole ("1 427,28", "Nov 12, 2026") is one term;
 * otherwise each word is one, except that a date in words stays together. None: nothing is looked for.
 */
export function parseSearch(typed: string, conventions: Conventions): SearchTerm[] {
  const text = typed.trim().replace(/\s+/g, " ");
  if (text === "") return [];
  const whole = toTerm(text, conventions);
  if (whole.amounts.length > 0 || whole.days.length > 0) return [whole];
  return toTexts(text.split(" "), conventions).map((each) => toTerm(each, conventions));
}

/** Whether the meaning depends on the company's date format: "11-12", "1/2/2026". */
export function dependsOnFormat(typed: string): boolean {
  return /\d\s*[-/.\s]\s*\d/.test(typed);
}

function toTexts(words: string[], { today }: Conventions): string[] {
  const texts: string[] = [];
  for (let at = 0; at < words.length && texts.length < MAX_TERMS; ) {
    const rest = words.slice(at);
    const taken = countDateWords(rest, today) || 1;
    texts.push(rest.slice(0, taken).join(" "));
    at += taken;
  }
  return texts;
}

function toTerm(text: string, { format, today }: Conventions): SearchTerm {
  const digits = /^#?(\d{1,10})$/.exec(text)?.[1];
  const id = digits === undefined ? 0 : Number(digits);
  const name = text.toLowerCase();
  return {
    // An order is "Order #10260" in one place and "10260" in another.
    text: digits ?? text,
    amounts: parseAmount(text),
    days: parseDays(text, format, today),
    depositId: id > 0 && id <= MAX_ID ? id : null,
    providers: listProviders().flatMap((each) =>
      each.role === "source" && !each.comingSoon && each.name.toLowerCase().includes(name)
        ? each.id
        : [],
    ),
  };
}
