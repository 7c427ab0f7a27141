import { type RefObject, useEffect, useRef } from "react";
import {
  CHOICE,
  CONFIRM,
  DISMISS,
  FIRST_CHOICE,
  NEXT,
  PREVIOUS,
  STOP,
  WAITING,
} from "@/components/deposits/line-decisions/choice-marks";
import { isShortcut } from "@/components/ui/shortcuts";

interface LineKeyActions {
  onHelp: () => void;
  /** Moving on from the last row: there may be rows that are not shown yet. @returns whether there were */
  onMore: () => boolean;
  /** There is no further payout to review. */
  onEnd: (direction: "next" | "previous") => void;
}

/** For the dialog that explains them. */
export const LINE_KEYS = [
  [["j", "↓"], "Next open line, then the next payout"],
  [["k", "↑"], "Previous open line, then the previous payout"],
  [["Enter"], "Accept the best candidate of the line"],
  [["1", "–", "9"], "Choose a candidate by its number"],
  [["x"], "Dismiss the suggested match"],
  [["J", "K"], "Next or previous payout, leaving open lines"],
  [["?"], "Show shortcuts"],
] as const;

/**
 * The keys of a deposit: j and k go from open line to open line and from payout to payout, Enter presses the first
 * choice of the focused line, a digit another one. Inside of fields, dialogs and lists they are letters.
 */
export function useLineKeys(card: RefObject<HTMLElement | null>, actions: LineKeyActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isShortcut(event)) return;
      if (actionOf(event.key, card.current, current.current)) event.preventDefault();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [card]);
}

/** @returns whether the key did something. */
function actionOf(key: string, card: HTMLElement | null, actions: LineKeyActions): boolean {
  const focused = document.activeElement;
  const stop = focused?.closest<HTMLElement>(`[${STOP}]`) ?? null;
  const isOnLine = stop !== null && stop === focused;
  switch (key) {
    case "j":
      move(card, stop, 1, actions);
      return true;
    case "k":
      move(card, stop, -1, actions);
      return true;
    case "ArrowDown":
    case "ArrowUp":
      if (isOnLine) move(card, stop, key === "ArrowDown" ? 1 : -1, actions);
      return isOnLine;
    case "J":
    case "K":
      leave(key === "J" ? "next" : "previous", actions);
      return true;
    case "Enter":
      return isOnLine && choose(stop);
    case "x":
      return (
        stop?.getAttribute(STOP) === "deposit" && press(document.querySelector(`[${DISMISS}]`))
      );
    case "?":
      actions.onHelp();
      return true;
    default:
      return stop !== null && /^[1-9]$/.test(key) && press(choicesOf(stop)[Number(key) - 1]);
  }
}

export function stopsOf(card: HTMLElement | null): HTMLElement[] {
  if (!card) return [];
  return [...card.querySelectorAll<HTMLElement>(`[${STOP}]`)];
}

/** Focuses a row without moving the page more than needed. */
export function focusStop(stop: HTMLElement): void {
  stop.focus({ preventScroll: true });
  stop.scrollIntoView({ block: "nearest" });
}

function move(
  card: HTMLElement | null,
  from: HTMLElement | null,
  step: 1 | -1,
  actions: LineKeyActions,
): void {
  const stops = stopsOf(card);
  const place = from ? stops.indexOf(from) : -1;
  const target = stops[place + step];
  if (target) focusStop(target);
  else if (step === -1 || !actions.onMore()) leave(step === 1 ? "next" : "previous", actions);
}

function leave(direction: "next" | "previous", actions: LineKeyActions): void {
  const link = document.querySelector(`[${direction === "next" ? NEXT : PREVIOUS}]`);
  if (!press(link)) actions.onEnd(direction);
}

/** Where nothing leads, Enter only goes to the first choice: it takes a second press to accept that. */
function choose(stop: HTMLElement): boolean {
  if (stop.getAttribute(STOP) === "deposit") {
    return press(document.querySelector(`[${CONFIRM}]`));
  }
  if (press(stop.querySelector(`[${FIRST_CHOICE}]`))) return true;
  if (stop.querySelector(`[${WAITING}]`)) {
    chooseOnceThere(stop);
    return true;
  }
  const first = choicesOf(stop)[0] ?? stop.querySelector<HTMLElement>("select, input, button");
  first?.focus();
  return first !== null;
}

/** Enter pressed before the choices are here counts once they are, unless the focus has moved on. */
function chooseOnceThere(stop: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (document.activeElement !== stop) return observer.disconnect();
    if (stop.querySelector(`[${WAITING}]`)) return;
    observer.disconnect();
    choose(stop);
  });
  observer.observe(stop, { childList: true, subtree: true });
}

function choicesOf(stop: HTMLElement): HTMLElement[] {
  return [...stop.querySelectorAll<HTMLElement>(`[${CHOICE}]`)];
}

function press(element: Element | null | undefined): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.click();
  return true;
}
