/** What was typed into a closed select so far, and when (`timeStamp` of the last key). */
export interface TypedName {
  text: string;
  at: number;
}

export const NOTHING_TYPED: TypedName = { text: "", at: Number.NEGATIVE_INFINITY };

/** Letters with a longer pause between them begin a new name. */
const PAUSE_MS = 1_000;

/** The name with one more letter. */
export function typeLetter({ text, at }: TypedName, letter: string, now: number): TypedName {
  return { text: now - at > PAUSE_MS ? letter : text + letter, at: now };
}

/**
 * The option after the chosen one that begins with what was typed, as in any closed select: one letter, also
 * repeated, goes on to the next of its options; several stay at the chosen one as long as it fits.
 * @returns undefined: none does, or the chosen one
 */
export function nextNamed<Option extends { value: string; label: string }>(
  options: readonly Option[],
  value: string,
  text: string,
): Option | undefined {
  const [first = ""] = text;
  const isOneLetter = [...text].every((letter) => letter === first);
  const wanted = (isOneLetter ? first : text).toLowerCase();
  if (wanted === "") return undefined;
  const at = Math.max(
    options.findIndex((option) => option.value === value),
    0,
  );
  const runInCompanyQueue = [...options.slice(at), ...options.slice(0, at)];
  const named = runInCompanyQueue.find(
    (option) =>
      !(isOneLetter && option.value === value) && option.label.toLowerCase().startsWith(wanted),
  );
  return named?.value === value ? undefined : named;
}
