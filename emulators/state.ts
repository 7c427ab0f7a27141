import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { CalendarDate } from "@/lib/dates";
import { type AuthorizeNetState, newAuthorizeNetState } from "./authorizenet/state";
import type { Mint } from "./mint";
import { newPayPalState, type PayPalState } from "./paypal/state";
import { addLists } from "./quickbooks/lists";
import { noEntities, type QuickBooksState } from "./quickbooks/state";
import { emptyCompany, sampleCompany, untidyCompany } from "./sample/company";
import { moveToBritain } from "./sample/move-to-britain";
import { newZealandCompany } from "./sample/nz/company";
import { british } from "./sample/origins";
import { writePayPal } from "./sample/paypal";
import { PLANS } from "./sample/plans";
import { writeSquare } from "./sample/square";
import type { StripeState } from "./stripe/state";
import { foundXero } from "./xero/found";
import type { XeroState } from "./xero/state";

export const COMPANIES = ["sample", "small", "empty", "uk", "uk-empty", "untidy", "nz"] as const;
export type Company = (typeof COMPANIES)[number];

/** State of all emulators. A new provider adds its own part here. */
export interface EmulatorState extends Mint {
  version: 1;
  today: CalendarDate;
  company: Company;
  stripe: StripeState;
  quickbooks: QuickBooksState;
  authorizenet: AuthorizeNetState;
  paypal: PayPalState;
  xero: XeroState;
  /** What is special about a payout, batch or withdrawal of the sample, by its id. */
  notes: Record<string, string>;
  /** What the company's other processors export, by file name. */
  files: Record<string, string>;
}

export interface Origin {
  seed: number;
  today: CalendarDate;
  company: Company;
  /** With the sample's PayPal account and its payments in the books; the account is empty otherwise. */
  paypal?: boolean | undefined;
  /** With the till's sales in the books, and Square's report of them. */
  square?: boolean | undefined;
}

/** A fresh state: the same origin always gives the same state. */
export function newState(origin: Origin): EmulatorState {
  const { seed, today, company } = origin;
  const mint: Mint = { seed, minted: 0 };
  const { xero = foundXero(seed, today), ...made } = madeCompany(mint, { today, company });
  const { minted } = mint;
  const state = { version: 1 as const, seed, minted, today, company, ...made, xero, files: {} };
  const { paypal, quickbooks, notes } = state;
  if (origin.paypal) Object.assign(notes, writePayPal(paypal, quickbooks, { seed, today }));
  if (!origin.square) return state;
  const square = writeSquare(quickbooks, { seed, today });
  return { ...state, files: square.files, notes: { ...notes, ...square.notes } };
}

function madeCompany(
  mint: Mint,
  { today, company }: Pick<Origin, "today" | "company">,
): ReturnType<typeof emptyCompany> & { xero?: XeroState } {
  switch (company) {
    case "empty":
      return emptyCompany(mint, today);
    case "uk-empty":
      return emptyCompany(mint, today, british(today));
    case "uk":
      return moveToBritain(sampleCompany(mint, today, PLANS.sample), today, mint);
    case "untidy":
      return untidyCompany(mint, today);
    case "nz":
      return newZealandCompany(mint, today);
    default:
      return sampleCompany(mint, today, PLANS[company]);
  }
}

/**
 * Holds the state, and writes it to its file (if any) after every change. The write goes to a temporary file
 * that is renamed, so that a crash leaves either the old or the new state.
 */
export class StateKeeper {
  current: EmulatorState;
  readonly #origin: Origin;
  readonly #file: string | undefined;

  constructor(origin: Origin, file?: string) {
    this.#origin = origin;
    this.#file = file;
    this.current = (file && load(file)) || newState(origin);
    this.save();
  }

  /** Resets to the beginning, or to the beginning of another company. */
  reset(chosen: Pick<Origin, "paypal" | "square"> & { company?: Company | undefined } = {}): void {
    const { company = this.#origin.company } = chosen;
    this.current = newState({ ...this.#origin, ...chosen, company });
    this.save();
  }

  /** Goes on from another emulators' state; the app stays, whose keys the product has been given. */
  restore(state: EmulatorState): void {
    const { clientId, clientSecret } = this.current.quickbooks;
    const { clientId: xeroId, clientSecret: xeroSecret } = this.current.xero;
    this.current = {
      ...state,
      quickbooks: { ...state.quickbooks, clientId, clientSecret },
      xero: { ...state.xero, clientId: xeroId, clientSecret: xeroSecret },
    };
    this.save();
  }

  save(): void {
    if (!this.#file) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    const temporary = `${this.#file}.new`;
    writeFileSync(temporary, JSON.stringify(this.current), { mode: 0o600 });
    renameSync(temporary, this.#file);
  }
}

function load(file: string): EmulatorState | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const state = JSON.parse(text) as EmulatorState;
  if (state.version !== 1) throw new Error(`${file} was written by another version; delete it`);
  // Files of older versions have no batches, no PayPal account, no Xero, no files, and no products, classes and tax codes.
  state.quickbooks.entities = { ...noEntities(), ...state.quickbooks.entities };
  addLists(state.quickbooks, state.today);
  const { homeCurrency } = state.quickbooks;
  return {
    ...state,
    authorizenet: state.authorizenet ?? newAuthorizeNetState(),
    paypal: state.paypal ?? newPayPalState(state.seed, homeCurrency),
    xero: state.xero ?? foundXero(state.seed, state.today),
    files: state.files ?? {},
  };
}
