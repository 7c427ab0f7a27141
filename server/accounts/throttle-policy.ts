import { hard, type Limit } from "@/server/platform/take-turn";

interface Policy {
  /** Per account name as entered, whether or not the account exists: slows down, never locks. */
  account: Limit;
  /** Per network address: refuses at the limit until the window ends. */
  address: Limit;
  /** Whether successful tries count too, because each sends a mail or writes a row. */
  successCounts: boolean;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** About a hundred guesses a day per account, from all addresses together. */
const guesses: Limit = {
  tries: 5,
  windowSeconds: DAY,
  firstWaitSeconds: 2,
  longestWaitSeconds: 15 * MINUTE,
};

/** The reasons are in docs/throttling.md. */
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
  // In addition to the five tries per code.
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
  // The grant cannot be guessed; the limit only saves processor time.
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
  // Each success mails an address that may be unverified.
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
  // A million authenticator codes exist, of which three are valid at any moment.
  "two-factor": { account: guesses, address: hard(50, 15 * MINUTE), successCounts: false },
  "change-password": { account: guesses, address: hard(50, 15 * MINUTE), successCounts: false },
  // After the right one was entered: each change mails the account's address, which may be unverified.
  "set-password": {
    account: {
      tries: 5,
      windowSeconds: DAY,
      firstWaitSeconds: MINUTE,
      longestWaitSeconds: 30 * MINUTE,
    },
    address: hard(50, HOUR),
    successCounts: true,
  },
} satisfies Record<string, Policy>;

export type ThrottledAction = keyof typeof THROTTLE_POLICY;
