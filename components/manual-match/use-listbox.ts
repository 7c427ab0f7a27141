import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

/** Height of a row in pixels; the row's class says the same. */
const ROW_HEIGHT = 56;
const PAGE = 5;

interface ListboxOptions {
  /** Ids of the rows, in their order. */
  ids: readonly string[];
  /** Where the keyboard begins: a row that is selected already. */
  startId: string | undefined;
  /** Changes with the rows or their order: then the list scrolls to the top. */
  view: string;
  onToggle: (id: string) => void;
  /** A letter was pressed: the search field takes it. */
  onType: () => void;
}

/**
 * A list of any length in which several rows can be selected by keyboard: arrows, Page Up and Down, Home
 * and End move, Space selects, letters search. Only the rows in view are in the document, and the active one.
 */
export function useListbox({ ids, startId, view, onToggle, onType }: ListboxOptions) {
  const viewport = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const [activeId, setActiveId] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const active = Math.max(0, ids.indexOf(activeId ?? startId ?? ""));
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => ROW_HEIGHT,
    // Stable, or every render would measure all rows.
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    overscan: 6,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const range = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      if (active < first) range.unshift(active);
      if (active > last && active < count) range.push(active);
      return range;
    },
  });
  const idOf = (index: number) => `${prefix}-${ids[index]}`;

  // A row that was selected before the list came may be far below.
  const revealed = useRef(false);
  useEffect(() => {
    if (revealed.current || ids.length === 0) return;
    revealed.current = true;
    if (active > 0) rows.scrollToIndex(active, { align: "center" });
  });

  const [shownView, setShownView] = useState(view);
  if (shownView !== view) {
    setShownView(view);
    setActiveId(ids[0] ?? null);
  }
  const scrolledFor = useRef(view);
  useEffect(() => {
    if (scrolledFor.current === view) return;
    scrolledFor.current = view;
    rows.scrollToOffset(0);
  }, [view, rows]);

  function moveTo(index: number) {
    const next = Math.max(0, Math.min(index, ids.length - 1));
    setActiveId(ids[next] ?? null);
    rows.scrollToIndex(next, { align: "auto" });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || ids.length === 0) return;
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE,
      PageUp: active - PAGE,
      Home: 0,
      End: ids.length - 1,
    };
    const target = moves[event.key];
    if (target !== undefined) moveTo(target);
    else if (event.key === " ") onToggle(ids[active] ?? "");
    else {
      // Not prevented: the letter lands in the search field, which has the focus by then.
      if (event.key.length === 1) onType();
      return;
    }
    event.preventDefault();
  }

  function onClick({ target }: MouseEvent) {
    const row = target instanceof Element ? target.closest("[data-row]") : null;
    const id = row?.getAttribute("data-row");
    if (!id) return;
    setActiveId(id);
    onToggle(id);
  }

  return {
    rows,
    active: isFocused ? active : -1,
    idOf,
    viewport: {
      ref: viewport,
      tabIndex: 0,
      onKeyDown,
      onClick,
      onFocus: () => {
        setFocused(true);
        if (viewport.current?.matches(":focus-visible")) moveTo(active);
      },
      onBlur: () => setFocused(false),
      ...(ids.length > 0 && { "aria-activedescendant": idOf(active) }),
    },
  };
}
