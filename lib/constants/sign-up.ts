/** Who gets an account: anybody, people who are invited, or no new person. Members may add companies in each. */
export type SignUpMode = "open" | "invitation" | "closed";

/** What each mode says to a person without an account. */
export const SIGN_UP_REFUSALS = {
  invitation: "This installation is by invitation. Ask its owner for one.",
  closed: "This installation takes no new accounts. Ask its owner if you need one.",
} as const;
