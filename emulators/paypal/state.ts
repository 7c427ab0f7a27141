import type { Mint } from "../mint";

/** The merchant's own REST app, whose keys are also what switches PayPal on in the product. */
export const PAYPAL_APP = {
  clientId: "AYzQ4sandboxClient7Fq2mKpX9wTbR3nVd6HcJ8LsEuG1oPiZyWk",
  clientSecret: "EKtR8sandboxSecret5Hn2vBq7YcX4mWd9LpZ6JsFgU3oTiAeKyMrN",
  appId: "APP-80W284485P519543T",
} as const;

/** Of 13 characters, without those that look alike. */
export const PAYPAL_ACCOUNT = "39AJCL7W5MRAJ";

export interface Payer {
  name?: string | undefined;
  email?: string | undefined;
  /** Two letters. */
  country?: string | undefined;
}

export interface PayPalRow {
  /** Not unique: a display row, or a hold and its release, can share one. */
  id: string;
  code: string;
  /** Done, pending, denied, or reversed: money that did move and went back by another row. */
  status: "S" | "P" | "D" | "V";
  /** When it was initiated, unix seconds. */
  at: number;
  /** When it last changed, unix seconds. */
  updated: number;
  /** When it changed the balance, unix seconds; null for what never did. */
  moved: number | null;
  currency: string;
  /** Minor units, gross, signed from the account's side. */
  amount: number;
  /** Minor units, signed: negative on a sale. */
  fee?: number | undefined;
  reference?: { id: string; type: "ODR" | "TXN" | "SUB" | "PAP" } | undefined;
  payer?: Payer | undefined;
  invoice?: string | undefined;
  custom?: string | undefined;
  subject?: string | undefined;
  note?: string | undefined;
  /** What the bank statement may show of a withdrawal. */
  bankReference?: string | undefined;
  /** PayPal lists it only once late rows are served; the balances after it contain it from the start. */
  late?: true;
}

export interface PayPalState extends Mint {
  rows: PayPalRow[];
  /** Currency of the account. */
  primary: string;
  timeZone: string;
  clientSecret: string;
  /** Access tokens, and whether each may search transactions. */
  tokens: Record<string, { expiresAt: number; searches: boolean }>;
  settings: PayPalSettings;
}

/** What the merchant, PayPal or chance can change; `POST /paypal/account`. */
export interface PayPalSettings {
  /** Unix seconds up to which rows are known; null: `lagSeconds` before now. */
  refreshedTo: number | null;
  lagSeconds: number;
  /** How the transaction report writes times: `…Z`, `…+0000`, or in the account's zone, `…-0800`. */
  dates: "Z" | "+0000" | "zone";
  /** Status of "not available" for a start after the last refresh. */
  notAvailable: 400 | 404;
  /** Which of a row's times a window goes by. */
  windowBy: "updated" | "initiated";
  /** Most rows of a window. */
  maximumItems: number;
  /** The box "Transaction Search" of the app. */
  transactionSearch: boolean;
  /** After the box was ticked, older tokens follow, keep lacking it, or are even handed out again until they end. */
  oldTokens: "follow" | "keep" | "reissue";
  /** What happens, once, before a second page is served. */
  drift: "arrive" | "leave" | "repeat" | null;
  /** Calls a minute, and seconds of refusal beyond; null: only with `--limits`. */
  callsPerMinute: number | null;
  cooldownSeconds: number;
  /** Tokens a minute; null: any number. */
  tokensPerMinute: number | null;
}

const SETTINGS: PayPalSettings = {
  refreshedTo: null,
  lagSeconds: 3 * 3600,
  dates: "Z",
  notAvailable: 400,
  windowBy: "updated",
  maximumItems: 10_000,
  transactionSearch: true,
  oldTokens: "keep",
  drift: null,
  callsPerMinute: null,
  cooldownSeconds: 300,
  tokensPerMinute: null,
};

/** An account without a transaction. Its ids come from a sequence of its own. */
export function newPayPalState(seed: number, primary: string): PayPalState {
  return {
    seed,
    minted: 0,
    rows: [],
    primary,
    timeZone: "America/Los_Angeles",
    clientSecret: PAYPAL_APP.clientSecret,
    tokens: {},
    settings: { ...SETTINGS },
  };
}

/** Unix seconds up to which PayPal has refreshed its reports. */
export function refreshedTo({ settings }: PayPalState): number {
  return settings.refreshedTo ?? Math.floor(Date.now() / 1000) - settings.lagSeconds;
}
