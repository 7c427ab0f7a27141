import { FULL_NAME_IN_TEXT_WEIGHT, NAME_MATCH_WEIGHTS } from "../parameters";
import type { NameForm } from "../text/names";
import { lettersIn } from "../text/scripts";
import type { TextFit } from "../text/token-overlap";

/** "Orbit Court #1A" is not "Orbit Court:2C". */
export function isOtherUnit(a: NameForm, b: NameForm): boolean {
  return (
    a.units.length > 0 && b.units.length > 0 && !b.units.some((unit) => a.units.includes(unit))
  );
}

/** @returns bits, before the frequency of the name */
export function wholeNameMatchWeight(fits: TextFit[]): number {
  const isFull = fits.length > 1 && fits.every(({ how }) => how === "exact" || how === "joined");
  return isFull ? FULL_NAME_IN_TEXT_WEIGHT : NAME_MATCH_WEIGHTS.name_in_text;
}

/** Tests whether a text has further distinctive words. */
export function isPart(fits: { word: string }[], text: NameForm): boolean {
  return fits.length < text.distinctive.length;
}

/** Tests whether all distinctive words of a name agree. */
export function isWhole(fits: { word: string }[], name: NameForm): boolean {
  const letters = fits.reduce((sum, { word }) => sum + lettersIn(word), 0);
  return letters >= 4 && fits.length >= name.distinctive.length;
}
