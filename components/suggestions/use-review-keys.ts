import { useLayoutEffect, useRef } from "react";
import { ACCOUNTS } from "@/components/deposit-parts/case-marks";
import { isShortcut } from "@/components/ui/shortcuts";

interface ReviewActions {
  onDismiss: (row: number) => void;
  /** The row's page. */
  onOpen: (row: number) => void;
  onManual: (row: number) => void;
  onHelp: () => void;
  /** Moving on from the last row where there are more to show; null where there aren't. */
  onMore: (() => void) | null;
  /** Moving on from the last row, or back from the first one. */
  onLeave: (step: 1 | -1) => void;
}

/**
 * Keys of a list that is reviewed row by row: j and k move between the rows' Confirm buttons (Enter is the
 * button's own), x dismisses, ? helps. They work on the whole page: from outside, j and k lead to the row
 * that had the focus last. When the focused row leaves, focus goes to the one that takes its place. The rows are the
 * list's children.
 */
export function useReviewKeys(rows: number, actions: ReviewActions) {
  const list = useRef<HTMLUListElement>(null);
  /** The row that has the focus. */
  const current = useRef<number | null>(null);
  const last = useRef(0);
  /** Where to move once the requested rows are loaded. */
  const wanted = useRef<number | null>(null);

  function focusRow(row: number) {
    const shown = list.current?.children;
    const target = shown?.[Math.max(0, Math.min(row, shown.length - 1))];
    // An account that is missing comes before the confirmation.
    const button = target?.querySelector<HTMLElement>(`[${ACCOUNTS}] button, button[data-confirm]`);
    button?.focus({ preventScroll: true });
    button?.closest("li")?.scrollIntoView({ block: "nearest" });
  }

  /** -1 outside of the list. */
  function rowOf(target: Element | null): number {
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
    if (row < 0) return actions.onLeave(-1);
    if (row < rows) return focusRow(row);
    if (!actions.onMore) return actions.onLeave(1);
    wanted.current = row;
    actions.onMore();
  }

  function actionOf(key: string): (() => void) | undefined {
    const row = rowOf(document.activeElement);
    if (!list.current) return undefined;
    if (key === "?") return actions.onHelp;
    if (row === -1) return key === "j" || key === "k" ? () => focusRow(last.current) : undefined;
    const own: Record<string, () => void> = {
      j: () => moveTo(row + 1),
      k: () => moveTo(row - 1),
      x: () => actions.onDismiss(row),
      o: () => actions.onOpen(row),
      m: () => actions.onManual(row),
    };
    return own[key];
  }

  // Of the layout, so that a key counts as soon as the rows are seen.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const action = isShortcut(event) ? actionOf(event.key) : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });

  return {
    ref: list,
    onFocus: (event: React.FocusEvent) => {
      current.current = rowOf(event.target);
      last.current = current.current;
    },
    onBlur: (event: React.FocusEvent) => {
      const next = event.relatedTarget;
      if (!(next instanceof Element && list.current?.contains(next))) current.current = null;
    },
  };
}
