import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

interface Place {
  control: HTMLElement;
  row: HTMLElement;
  index: number;
}

/**
 * Keeps the focus in a list whose buttons are disabled while they work, and whose rows may go: it returns to the
 * button, or moves to its row or the one in its place. To the row itself, so that an Enter held down presses nothing.
 *
 * @param isBusy whether a change of the list is under way
 * @param instead gets the focus when no row is left
 * @returns props of the list; its rows need a tabIndex
 */
export function useRowFocus(isBusy: boolean, instead: RefObject<HTMLElement | null>) {
  const list = useRef<HTMLUListElement>(null);
  const place = useRef<Place>(null);
  const isInside = useRef(false);

  useEffect(() => {
    const onFocusIn = () => {
      if (!isInside.current) place.current = null;
      isInside.current = false;
    };
    const onPress = () => {
      place.current = null;
    };
    // After React's own listeners, which are further inside.
    document.addEventListener("focusin", onFocusIn);
    // After a press outside the list, the focus doesn't return to it.
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("focusin", onFocusIn);
      document.removeEventListener("pointerdown", onPress);
    };
  }, []);

  // After each change of the list: a button may go later than the change that it made ends.
  useEffect(() => {
    if (isBusy || !place.current || document.activeElement !== document.body) return;
    const { control, row, index } = place.current;
    const rows = list.current?.querySelectorAll<HTMLElement>(":scope > li") ?? [];
    const neighbour = rows[Math.min(index, rows.length - 1)] ?? instead.current;
    ([control, row].find((each) => each.isConnected) ?? neighbour)?.focus();
  });

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    isInside.current = true;
    // Dialogs of a row bubble here, though they aren't in it.
    const row = target.closest<HTMLElement>("li");
    if (!row || !list.current?.contains(row)) return;
    place.current = { control: target, row, index: [...list.current.children].indexOf(row) };
  }
  return { ref: list, onFocus };
}
