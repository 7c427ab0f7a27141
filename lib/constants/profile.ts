/** The five choices of the Account tab. The API takes any IANA zone. */
export const TIME_ZONES = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "Europe/London",
] as const;

export const AVATAR_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;
