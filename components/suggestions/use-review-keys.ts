import { type KeyboardEvent, useLayoutEffect, useRef } from "react";

interface ReviewActions {
  onDismiss: (row: number) => void;
  onUndo: () => void;
  onHelp: () => void;
  /** Moving on from the last row: show more of them, if there are. */
  onEnd: () => void;
}

/**
 * Keys of a list that is reviewed row by row: j and k move between the rows' Confirm buttons (Enter is the
 * button's own), x dismisses, z undoes, ? helps. When the focused row leaves, focus goes to the one that
 * takes its place. The rows are the list's children.
 */
export function useReviewKeys(rows: number, { onDismiss, onUndo, onHelp, onEnd }: ReviewActions) {
  const list = useRef<HTMLUListElement>(null);
  const current = useRef<number | null>(null);
  /** Where to move once the requested rows are loaded. */
  const wanted = useRef<number | null>(null);

  function focusRow(row: number) {
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>("button[data-confirm]");
    const button = buttons?.[Math.max(0, Math.min(row, buttons.length - 1))];
    button?.focus({ preventScroll: true });
    button?.closest("li")?.scrollIntoView({ block: "nearest" });
  }

  function rowOf(target: Element): number {
    return [...(list.current?.children ?? [])].findIndex((row) => row.contains(target));
  }

  useLayoutEffect(() => {
    if (wanted.current !== null && wanted.current < rows) focusRow(wanted.current);
    wanted.current = null;
    // React reports no blur when it removes the focused row itself.
    if (current.current !== null && document.activeElement === document.body) {
      focusRow(current.current);
    }
  });

  function moveTo(row: number) {
    if (row < rows) return focusRow(row);
    wanted.current = row;
    onEnd();
  }

  function onKeyDown(event: KeyboardEvent<HTMLUListElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof Element))
      return;
    const row = rowOf(event.target);
    const actions: Record<string, () => void> = {
      j: () => moveTo(row + 1),
      k: () => moveTo(row - 1),
      x: () => onDismiss(row),
      z: onUndo,
      "?": onHelp,
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return {
    ref: list,
    onKeyDown,
    onFocus: (event: React.FocusEvent) => {
      current.current = rowOf(event.target);
    },
    onBlur: (event: React.FocusEvent) => {
      const next = event.relatedTarget;
      if (!(next instanceof Element && list.current?.contains(next))) current.current = null;
    },
  };
}
