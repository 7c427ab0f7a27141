/** expired: open, and its link has run out. superseded: asked again. */
export const QUESTION_STATES = [
  "open",
  "expired",
  "answered",
  "declined",
  "revoked",
  "superseded",
] as const;

/** How long a link can be answered. */
export const QUESTION_DAYS = 14;
export const QUESTION_LENGTH = 300;
export const ANSWER_LENGTH = 1_000;
export const MAX_OFFERED_NAMES = 5;
export const OFFERED_NAME_LENGTH = 100;
