import { useSyncExternalStore } from "react";

const KEY = "shortcuts";
const OFF = "off";
const CHANGED = "shortcuts-changed";

/** Whether single letters are shortcuts in this browser: who speaks to it, or presses keys by chance, turns them off. */
export function shortcutsAreOn(): boolean {
  return localStorage.getItem(KEY) !== OFF;
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
