/** The languages of QuickBooks' editions, and those of other books that name months. No two use a name differently. */
const LANGUAGES = "en fr fr-CA es es-MX pt pt-PT de de-AT it nl sv da nb fi pl".split(" ");
const ALSO: Record<string, number> = { sept: 9, maerz: 3, jänner: 1, avr: 4, mei: 5 };

let months: Map<string, number> | undefined;
let weekdays: Set<string> | undefined;

/** 1 to 12 for a month's full or short name in any of the languages, in any case, with or without dot and accents. */
export function monthNumber(name: string): number | undefined {
  months ??= namesOf("month");
  return months.get(bareName(name));
}

export function isWeekday(name: string): boolean {
  weekdays ??= new Set(namesOf("weekday").keys());
  return weekdays.has(bareName(name));
}

function bareName(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "")
    .toLowerCase();
}

function namesOf(part: "month" | "weekday"): Map<string, number> {
  const names = new Map<string, number>();
  for (const language of LANGUAGES) {
    for (const style of ["long", "short"] as const) {
      // Many languages name a month otherwise beside a day: "marca" and "marzec".
      for (const beside of [{}, { day: "numeric" }] as const) {
        const format = new Intl.DateTimeFormat(language, {
          ...{ [part]: style, timeZone: "UTC", calendar: "gregory" },
          ...beside,
        });
        for (let number = 1; number <= 12; number++) {
          const day = Date.UTC(
            2026,
            part === "month" ? number - 1 : 0,
            part === "month" ? 1 : number,
          );
          const name = format.formatToParts(day).find(({ type }) => type === part)?.value ?? "";
          if (/\p{L}/u.test(name)) names.set(bareName(name), number);
        }
      }
    }
  }
  if (part === "month")
    for (const [name, number] of Object.entries(ALSO)) names.set(bareName(name), number);
  return names;
}
