import { useSyncExternalStore } from "react";

const FIELDS =
  "input, textarea, select, [contenteditable=true], [role=combobox], [role=listbox], [role=tablist]";
/** A select's open list is a listbox; lists that are part of a page are, too. */
const OVERLAYS = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox][data-state=open]";

const KEY = "shortcuts";
const OFF = "off";
const CHANGED = "shortcuts-changed";

/** Whether single letters are shortcuts in this browser: who speaks to it, or presses keys by chance, turns them off. */
function shortcutsAreOn(): boolean {
  return localStorage.getItem(KEY) !== OFF;
}

/** Whether a letter pressed there belongs to a field, a list or what is open above the page. */
function isTyped(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return true;
  return target.closest(FIELDS) !== null || document.querySelector(OVERLAYS) !== null;
}

/** Whether a key press is a shortcut of the page: a single key, turned on, and not typed into something. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return shortcutsAreOn() && !isTyped(event.target);
}

export function useShortcuts(): [isOn: boolean, set: (on: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, shortcutsAreOn, () => true);
  return [isOn, turn];
}

function turn(on: boolean): void {
  if (on) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, OFF);
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(onChange: () => void): () => void {
  const events = [CHANGED, "storage"];
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}
