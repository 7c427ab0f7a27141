import { useLayoutEffect } from "react";
import { isShortcut } from "@/components/ui/shortcuts";

/** On the button of each row. */
export const COMPANY = "data-company";
/** On the button of a row that needs attention. */
export const NEEDING = "data-needing";

/** For the dialog that explains them. */
export const COMPANY_KEYS = [
  [["j"], "Next company"],
  [["k"], "Previous company"],
  [["e"], "Next company that needs attention"],
  [["Enter"], "Open the company"],
  [["?"], "Show shortcuts"],
] as const;

/** Keys of the list: they move the focus from one row's button to another's, so that Enter is the button's own. */
export function useCompanyKeys(onHelp: () => void): void {
  // Of the layout, so that a key counts as soon as the rows are seen.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isShortcut(event) && press(event.key, onHelp)) event.preventDefault();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

/** @returns whether the key did something. */
function press(key: string, onHelp: () => void): boolean {
  if (key === "?") {
    onHelp();
    return true;
  }
  if (key !== "j" && key !== "k" && key !== "e") return false;
  const buttons = [...document.querySelectorAll<HTMLElement>(`[${COMPANY}]`)];
  const place = buttons.findIndex((button) => button.matches(":focus"));
  const target =
    key === "e"
      ? nextNeeding(buttons, place)
      : buttons[key === "j" ? place + 1 : Math.max(0, place - 1)];
  if (!target) return false;
  target.focus({ preventScroll: true });
  (target.closest("li") ?? target).scrollIntoView({ block: "nearest" });
  return true;
}

/** After the last one it begins again at the first. */
function nextNeeding(buttons: HTMLElement[], place: number): HTMLElement | undefined {
  const inOrder = [...buttons.slice(place + 1), ...buttons.slice(0, place + 1)];
  return inOrder.find((button) => button.hasAttribute(NEEDING));
}
