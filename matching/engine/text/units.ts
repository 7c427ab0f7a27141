import { fold, words } from "./tokenize";

/** "3c", "b12". */
const UNIT = /^(?:\d{1,4}[a-z]|[a-z]\d{1,4})$/;
/** "Unit 4", "Apt. 3B", "#12", "Flat 2/1", "Zi. 12", in the languages of our customers. */
const NAMED =
  /(?:#|(?<![\p{L}\p{N}])(?:unit|units|apt|apartment|appartement|appt|flat|suite|ste|room|rm|lot|plot|pitch|door|bay|stall|slip|berth|locker|desk|office|studio|space|site|whg|wohnung|zimmer|zi|stellplatz|garage|piso|puerta|pta|local|lote|chambre|emplacement|box|interno|int|camera|kamer|lejlighed|lokal|mieszkanie|kvartira|kv|daire|phong|can)(?![\p{L}\p{N}])[ .:#]*(?:no|nr|n)?[ .:#]*)([a-z]?0*\d{1,3}(?:[-/]\d{1,3})?[a-z]?)(?![\p{L}\p{N}])/gu;
/** "3ºB", "2° 1ª": a floor and a door. */
const ORDINAL = /(\d)\s?[ºª°]\s?(?:-\s?)?/g;
/** "Orbit Court:12", "Mill House : Unit 3": the unit of a sub-customer. */
const OF_SUB_CUSTOMER = /:\s*(?:\p{L}+\.?\s+)?([a-z]?0*\d{1,3}(?:[-/]\d{1,3})?[a-z]?)\s*$/u;
const DIGIT = /\d/;

/**
 * Finds what tells apart the units of a building, pitches, rooms or the jobs of a customer.
 * @param raw a name or text as written
 * @returns folded, without leading zeros: "3b", "12", "2-1"; each once
 */
export function unitsIn(raw: string): readonly string[] {
  if (!DIGIT.test(raw)) return [];
  const folded = fold(raw.replace(ORDINAL, "$1"));
  const found = new Set(words(folded).filter((word) => UNIT.test(word)));
  for (const [, unit = ""] of folded.matchAll(NAMED)) found.add(plain(unit));
  const [, job] = OF_SUB_CUSTOMER.exec(folded) ?? [];
  if (job !== undefined) found.add(plain(job));
  return [...found];
}

function plain(unit: string): string {
  return unit.replace(/(?<![1-9])0+(?=\d)/, "").replace("/", "-");
}
