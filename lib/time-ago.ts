const UNITS = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const;

/** How long ago something was, in words: "just now", "5 minutes ago", "3 days ago". */
export function timeAgo(instant: string, now: Date): string {
  const passed = (now.getTime() - new Date(instant).getTime()) / 1000;
  const step = UNITS.find(({ seconds }) => passed >= seconds);
  if (!step) return "just now";
  const words = new Intl.RelativeTimeFormat("en", { numeric: "always" });
  return words.format(-Math.floor(passed / step.seconds), step.unit);
}
