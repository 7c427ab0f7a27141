import type { DetailLevel, ReferenceLevel } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { NumberComparison } from "./number-fields";

/** A day more or less is a time zone or a closing hour. */
const SAME_DAY = 1;

/**
 * What else the texts of both sides say: a number of one series, a card's brand, the day in the payment's note.
 * @param reference level of the reference that both share
 * @param numbers how the numbers compare by the fields that have them
 * @returns what contradicts, before what agrees
 */
export function compareDetails(
  item: PayoutItem,
  row: LedgerRow,
  reference: ReferenceLevel,
  numbers: NumberComparison["level"],
): DetailLevel {
  const [left, right] = [item.details, row.details];
  if (!left || !right) return "unknown";
  const isOfOneSeries = (left.series & right.series) !== 0 && numbers !== "unknown";
  const agrees =
    reference !== "unknown" && !(reference === "unproved_number" && numbers === "differs");
  if (isOfOneSeries && !agrees) return "other_number";
  if (numbers === "one_differs" && reference !== "processor_id") return "one_number_differs";
  const isOfOneCard = (left.cards & right.cards) !== 0;
  const hasCards = left.cards !== 0 && right.cards !== 0;
  if (hasCards && !isOfOneCard) return "other_card";
  const isDay = (day: number) => Math.abs(day - item.day) <= SAME_DAY;
  const hasDay = right.days.length > 0;
  if (hasDay && !right.days.some(isDay)) return "other_day";
  if (isOfOneSeries && reference !== "reference_conflict") return "same_number";
  if (hasCards) return "same_card";
  return hasDay ? "same_day" : "unknown";
}
