import type { MouseEvent as ReactMouseEvent } from "react";

/**
 * Follows the row's own link when the row is clicked elsewhere: a click on a control inside does what
 * that control does, and selecting text opens nothing.
 */
export function openRow(event: ReactMouseEvent<HTMLTableRowElement>): void {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("a, button, input, label, [data-row-select]"))
    return;
  if (window.getSelection()?.isCollapsed === false) return;
  const { metaKey, ctrlKey, shiftKey } = event;
  event.currentTarget
    .querySelector("a[data-row-link]")
    ?.dispatchEvent(
      new MouseEvent("click", { bubbles: true, cancelable: true, metaKey, ctrlKey, shiftKey }),
    );
}
