/** A time zone in words: "America/New_York" → "Eastern Time". */
export function timeZoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    timeZoneName: "longGeneric",
  }).formatToParts(new Date());
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}
