import { TIME_ZONES } from "@/lib/constants/profile";

const LABELS: Record<(typeof TIME_ZONES)[number], string> = {
  "America/New_York": "New York (Eastern Time)",
  "America/Chicago": "Chicago (Central Time)",
  "America/Denver": "Denver (Mountain Time)",
  "America/Los_Angeles": "Los Angeles (Pacific Time)",
  "Europe/London": "London (UK Time)",
};

/** The five choices; a zone that was set by the API stays one too, or saving would change it. */
export function timeZoneChoices(current: string): { value: string; label: string }[] {
  const choices = TIME_ZONES.map((value) => ({ value: String(value), label: LABELS[value] }));
  if (choices.some(({ value }) => value === current)) return choices;
  return [...choices, { value: current, label: current.replaceAll("_", " ") }];
}
