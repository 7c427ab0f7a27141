import { type RefObject, useLayoutEffect } from "react";
import { ANSWER, CASE_LINES, OPEN, UNFOLD } from "@/components/deposit-parts/case-marks";
import { LINES, STOP } from "@/components/deposits/line-decisions/choice-marks";
import { isShortcut } from "@/components/ui/shortcuts";

interface InboxActions {
  /** Past the last case of a cause, or before its first one. */
  onLeave: (step: 1 | -1) => void;
  onUndo: () => void;
  onHelp: () => void;
}

/** For the dialog that explains them. */
export const INBOX_KEYS = [
  [["j"], "Next case, then the next cause"],
  [["k"], "Previous case, then the previous cause"],
  [["Enter"], "Press the focused button: confirm, decide, post"],
  [["x"], "Dismiss the suggested match"],
  [["o"], "Open the deposit"],
  [["m"], "Match it manually"],
  [["z"], "Undo the last decision"],
  [["?"], "Show shortcuts"],
] as const;

/**
 * Keys of the inbox: j and k go through all cases of all causes, Enter is the focused button's own. Suggestions and the
 * lines of an unfolded deposit have their own keys, and say when they are left.
 */
export function useInboxKeys(pane: RefObject<HTMLElement | null>, actions: InboxActions): void {
  // Of the layout, so that a key counts as soon as the cases are seen.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isShortcut(event) && press(event.key, pane.current, actions)) event.preventDefault();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });
}

/** @returns whether the key did something. */
function press(key: string, pane: HTMLElement | null, actions: InboxActions): boolean {
  if (key === "z") {
    actions.onUndo();
    return true;
  }
  if (!pane) return false;
  const isTheirs = pane.querySelector(`[${LINES}], [data-confirm]`) !== null;
  if (key === "o") return click(openOf(pane));
  if (isTheirs) return false;
  if (key === "?") {
    actions.onHelp();
    return true;
  }
  if (key !== "j" && key !== "k") return false;
  const step = key === "j" ? 1 : -1;
  const answers = answersOf(pane);
  const place = answers.findIndex((answer) => answer.matches(":focus"));
  const isOutside = place === -1 && !pane.contains(document.activeElement);
  const target = isOutside ? answers[0] : answers[place + step];
  if (target && !(place === -1 && step === -1)) focusOn(target);
  else actions.onLeave(step);
  return true;
}

/** Of the case that has the focus, or of the only one. */
function openOf(pane: HTMLElement): Element | null {
  const focused = document.activeElement?.closest("li, article");
  return focused && pane.contains(focused)
    ? focused.querySelector(`[${OPEN}]`)
    : pane.querySelector(`[${OPEN}]`);
}

function answersOf(pane: HTMLElement): HTMLElement[] {
  return [...pane.querySelectorAll<HTMLElement>(`[${ANSWER}], [${UNFOLD}]`)];
}

/**
 * Focuses what is to decide in the pane or a case of it; the lines of a deposit take the focus over once they are there.
 * @param end the last one: the way was backwards
 */
export function focusCase(place: HTMLElement, end: "first" | "last" = "first"): void {
  const marks = [ANSWER, UNFOLD, CASE_LINES, "data-confirm"].map((mark) => `[${mark}]`);
  const stops = [...place.querySelectorAll<HTMLElement>(marks.join())];
  const target = stops.at(end === "first" ? 0 : -1) ?? place;
  focusOn(target.querySelector<HTMLElement>(`[${STOP}]`) ?? target);
}

function focusOn(target: HTMLElement): void {
  if (target.hasAttribute(UNFOLD)) {
    target.click();
    return;
  }
  target.focus({ preventScroll: true });
  (target.closest("li") ?? target).scrollIntoView({ block: "nearest" });
}

function click(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.click();
  return true;
}
