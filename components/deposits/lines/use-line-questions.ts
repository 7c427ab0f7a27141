import { type RefObject, useEffect, useRef, useState } from "react";
import { NEXT, STOP } from "@/components/deposits/line-decisions/choice-marks";
import type { StartingWay } from "@/components/deposits/line-decisions/dialog-props";
import { lineKey } from "@/components/deposits/line-decisions/entries";
import { arrival } from "@/components/deposits/lines/arrival";
import type { TableRows } from "@/components/deposits/lines/table-rows";
import { focusStop, stopsOf } from "@/components/deposits/lines/use-line-keys";

/**
 * Which question of a deposit is unfolded, and where the focus goes: to the next open line when one is decided, and
 * to the next payout when the last one is.
 */
export function useLineQuestions(
  card: RefObject<HTMLElement | null>,
  rows: TableRows,
  wanted: number | null,
) {
  const wantedKey = wanted === null ? undefined : lineKey(wanted);
  const [unfolded, setUnfolded] = useState<{ key: string; way?: StartingWay } | undefined>(
    wantedKey === undefined ? undefined : { key: wantedKey },
  );
  /** Of the last focused line among those that can be decided. */
  const place = useRef<number | null>(null);
  /** Gone from the rows as soon as the answer has arrived. */
  const answered = useRef<string | null>(null);
  const [answers, setAnswers] = useState(0);
  const states = statesOf(rows);

  // A link on the page itself can name a line too.
  useEffect(() => {
    if (wantedKey !== undefined) setUnfolded({ key: wantedKey });
  }, [wantedKey]);

  useEffect(() => {
    const direction = arrival.take();
    if (!direction || !card.current) return;
    const stop = stopsOf(card.current).at(direction === "next" ? 0 : -1);
    if (stop) focusStop(stop);
    else card.current.focus({ preventScroll: true });
  }, [card]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the rows are others, or one was answered
  useEffect(() => {
    const element = card.current;
    if (!element || place.current === null) return;
    const isGone = answered.current !== null && !states.includes(answered.current);
    const isLost = document.activeElement === document.body;
    if (!isGone && !isLost) return;
    answered.current = null;
    const stops = stopsOf(element);
    const stop = stops[Math.min(place.current, stops.length - 1)];
    if (stop) return focusStop(stop);
    place.current = null;
    const next = document.querySelector<HTMLElement>(`[${NEXT}]`) ?? element;
    next.focus({ preventScroll: true });
  }, [states.join(), answers]);

  return {
    unfolded: unfolded ?? rows.asked[0],
    way: unfolded?.way,
    /** The question itself is where to go on: the focus does not move to another one. */
    unfold(key: string, way?: StartingWay) {
      answered.current = null;
      setUnfolded({ key, ...(way && { way }) });
    },
    /** A row was answered. What was focused goes with it: the focus waits on the card for the new rows. */
    answer(state: string) {
      setUnfolded(undefined);
      answered.current = state;
      place.current ??= 0;
      setAnswers((count) => count + 1);
      card.current?.focus({ preventScroll: true });
    },
    /** Of the card. */
    onFocus({ target }: { target: Element }) {
      const stop = target.closest<HTMLElement>(`[${STOP}]`);
      if (stop && card.current) place.current = stopsOf(card.current).indexOf(stop);
    },
  };
}

/** One key for each row that a user can decide; it changes with the decision. */
function statesOf({ asked, answered, unsure }: TableRows): string[] {
  return [
    ...[...asked, ...answered].map(({ key, state }) => `${key} ${state}`),
    ...unsure.map(({ match }) => `${match.id} ${match.state}`),
  ];
}
