import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { usePrinting } from "@/components/ui/use-printing";

/** Up to as many are always there. */
const FEW = 25;
/** Of a row with two lines of text, in pixels, until it is measured. */
const ROW_HEIGHT = 57;
const AROUND = 5;

interface RowInView<Row> {
  row: Row;
  /** Among all rows. */
  index: number;
  /** The height of the rows above it that aren't drawn, in pixels. */
  gap: number;
}

/**
 * Which rows of a long table are drawn: those in view, some around them, and the one with the focus; on paper all.
 * @param rows the same array as long as the data is the same
 * @returns null where all are drawn
 */
export function useRowsInView<Row extends { id: string }>(
  rows: readonly Row[],
  body: RefObject<HTMLElement | null>,
) {
  const isLong = !usePrinting() && rows.length > FEW;
  const [top, setTop] = useState(0);
  const focused = useRef(-1);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    enabled: isLong,
    estimateSize: () => ROW_HEIGHT,
    // Stable, or every render would measure all rows.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: AROUND,
    scrollMargin: top,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const first = Math.max(0, startIndex - overscan);
      const last = Math.min(count - 1, endIndex + overscan);
      const range = Array.from({ length: last - first + 1 }, (_, at) => first + at);
      const own = focused.current;
      if (own >= 0 && own < first) range.unshift(own);
      if (own > last && own < count) range.push(own);
      return range;
    },
  });
  useLayoutEffect(() => {
    if (isLong && body.current) setTop(body.current.getBoundingClientRect().top + window.scrollY);
  }, [isLong, body]);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row =
        target instanceof Element && body.current?.contains(target) && target.closest("tr");
      focused.current = row ? Number(row.dataset.index ?? -1) : -1;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [body]);
  if (!isLong) return null;
  let end = top;
  const drawn: RowInView<Row>[] = [];
  for (const item of virtual.getVirtualItems()) {
    const row = rows[item.index];
    if (row) drawn.push({ row, index: item.index, gap: item.start - end });
    end = item.end;
  }
  return { drawn, below: top + virtual.getTotalSize() - end, measure: virtual.measureElement };
}

/**
 * Keeps columns from getting narrower while rows come and go; the one whose words are cut off (`data-truncates`) takes
 * what is left.
 */
export function useSteadyColumns(head: RefObject<HTMLElement | null>, isOn: boolean): void {
  useEffect(() => {
    const table = head.current?.closest("table");
    if (!isOn || !table) return;
    const cells = head.current?.querySelectorAll<HTMLElement>("th:not([data-truncates])") ?? [];
    let width = table.offsetWidth;
    const observer = new ResizeObserver(() => {
      const isResized = width !== table.offsetWidth;
      width = table.offsetWidth;
      const widths = [...cells].map((cell) => (isResized ? "" : `${cell.offsetWidth}px`));
      for (const [at, cell] of cells.entries()) cell.style.minWidth = widths[at] ?? "";
    });
    for (const cell of cells) observer.observe(cell);
    observer.observe(table);
    return () => {
      observer.disconnect();
      for (const cell of cells) cell.style.minWidth = "";
    };
  }, [head, isOn]);
}
