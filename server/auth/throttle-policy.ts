/** Up to `tries` within `windowSeconds` are free; then each further one has to wait. */
export interface Limit {
  /** At least 2. */
  tries: number;
  /** Counted from the first try, after which everything is forgotten. */
  windowSeconds: number;
  /** The wait after the last free try; it doubles with each further one. */
  firstWaitSeconds: number;
  longestWaitSeconds: number;
}

interface Policy {
  /** By what the caller calls the account, whether or not there is one: slows down, never locks. */
  account: Limit;
  /** By network address: ends at the limit, until the window is over. */
  address: Limit;
  /** Whether a try that succeeds counts as well: where every one costs a mail or a row. */
  successCounts: boolean;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The hard one: no further try before the window is over. */
const hard = (tries: number, windowSeconds: number): Limit => ({
  tries,
  windowSeconds,
  firstWaitSeconds: windowSeconds,
  longestWaitSeconds: windowSeconds,
});

/** About a hundred guesses a day at one account, from all the world together. */
const guesses: Limit = {
  tries: 5,
  windowSeconds: DAY,
  firstWaitSeconds: 2,
  longestWaitSeconds: 15 * MINUTE,
};

/** docs/throttling.md has the reasons. */
export const THROTTLE_POLICY = {
  login: { account: guesses, address: hard(50, 15 * MINUTE), successCounts: false },
  "sign-up": {
    account: { tries: 5, windowSeconds: HOUR, firstWaitSeconds: 2, longestWaitSeconds: MINUTE },
    address: hard(100, HOUR),
    successCounts: true,
  },
  "send-otp": {
    account: {
      tries: 3,
      windowSeconds: DAY,
      firstWaitSeconds: MINUTE,
      longestWaitSeconds: 30 * MINUTE,
    },
    address: hard(20, HOUR),
    successCounts: true,
  },
  // Beside the five tries of the code itself.
  "verify-otp": {
    account: {
      tries: 10,
      windowSeconds: DAY,
      firstWaitSeconds: 2,
      longestWaitSeconds: 15 * MINUTE,
    },
    address: hard(50, 15 * MINUTE),
    successCounts: false,
  },
  // The grant can't be guessed; this spares the processor.
  "reset-password": {
    account: {
      tries: 10,
      windowSeconds: HOUR,
      firstWaitSeconds: 2,
      longestWaitSeconds: MINUTE,
    },
    address: hard(50, 15 * MINUTE),
    successCounts: false,
  },
  // Each success sends a mail to an address that may be anybody's.
  "change-email": {
    account: {
      tries: 5,
      windowSeconds: DAY,
      firstWaitSeconds: MINUTE,
      longestWaitSeconds: 30 * MINUTE,
    },
    address: hard(50, HOUR),
    successCounts: true,
  },
  // Codes of an authenticator: a million, of which three count at any moment.
  "two-factor": { account: guesses, address: hard(50, 15 * MINUTE), successCounts: false },
  "change-password": { account: guesses, address: hard(50, 15 * MINUTE), successCounts: false },
} satisfies Record<string, Policy>;

export type ThrottledAction = keyof typeof THROTTLE_POLICY;
