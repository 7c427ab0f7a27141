import type { Limit } from "@/server/platform/rate-limit";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Policy {
  /** Tries of all strangers at an account, or of one network address that is known for it: slows down, never locks. */
  account: Limit;
  /** Tries in a browser that has signed in to the account, or in one session. Beyond `most` it counts as a stranger. */
  browser?: { own: Limit & { most: number }; together: Limit & { most: number } };
  /**
   * Strangers' tries from one network address: a name that is new within the window counts twice, the same one again
   * once. Beyond it they are slow.
   */
  address?: Limit;
  /** Whether successful tries count too, because each sends a mail or writes a row. */
  successCounts: boolean;
}

/** With those of its browsers about a hundred guesses a day per account, from everywhere. */
const guesses: Limit = {
  tries: 5,
  windowSeconds: DAY,
  firstWaitSeconds: 2,
  longestWaitSeconds: 20 * MINUTE,
};

const inOneBrowser: Policy["browser"] = {
  own: { ...guesses, most: 10 },
  together: { ...freely(DAY), most: 20 },
};

/** Thirty names an hour, then two tries a minute. */
const names: Limit = {
  tries: 60,
  windowSeconds: HOUR,
  firstWaitSeconds: 2,
  longestWaitSeconds: 30,
};

const mails: Limit = {
  tries: 5,
  windowSeconds: DAY,
  firstWaitSeconds: MINUTE,
  longestWaitSeconds: 30 * MINUTE,
};

/** The reasons are in docs/throttling.md. */
export const THROTTLE_POLICY = {
  login: { account: guesses, browser: inOneBrowser, address: names, successCounts: false },
  // A million authenticator codes exist, of which three are valid at any moment.
  "two-factor": { account: guesses, browser: inOneBrowser, address: names, successCounts: false },
  "change-password": { account: guesses, browser: inOneBrowser, successCounts: false },
  "sign-up": {
    account: { tries: 5, windowSeconds: HOUR, firstWaitSeconds: 2, longestWaitSeconds: MINUTE },
    address: {
      tries: 200,
      windowSeconds: HOUR,
      firstWaitSeconds: 2,
      longestWaitSeconds: 5 * MINUTE,
    },
    successCounts: true,
  },
  // Per invitation, which cannot be guessed and works once.
  "sign-up-invited": {
    account: { tries: 5, windowSeconds: HOUR, firstWaitSeconds: 2, longestWaitSeconds: MINUTE },
    successCounts: true,
  },
  // Each code is good for five guesses: twenty codes a day.
  "send-otp": {
    account: {
      tries: 3,
      windowSeconds: DAY,
      firstWaitSeconds: 5 * MINUTE,
      longestWaitSeconds: 2 * HOUR,
    },
    browser: { own: { ...freely(DAY), most: 3 }, together: { ...freely(DAY), most: 3 } },
    address: {
      tries: 16,
      windowSeconds: HOUR,
      firstWaitSeconds: MINUTE,
      longestWaitSeconds: 6 * MINUTE,
    },
    successCounts: true,
  },
  // Per grant, which cannot be guessed; the limit only saves processor time.
  "reset-password": {
    account: { tries: 5, windowSeconds: HOUR, firstWaitSeconds: 2, longestWaitSeconds: MINUTE },
    successCounts: false,
  },
  // Each success mails an address that may be unverified.
  "change-email": { account: mails, successCounts: true },
  // After the right one was entered: each change mails the account's address, which may be unverified.
  "set-password": { account: mails, successCounts: true },
} satisfies Record<string, Policy>;

/** No waits, only a number in a window. */
function freely(windowSeconds: number): Limit {
  return { tries: 1_000, windowSeconds, firstWaitSeconds: 1, longestWaitSeconds: 1 };
}
