import { sumMinor } from "@/lib/money";
import { activeAccount, directLine, type Linked, linkedLine } from "./deposit-lines";
import { business, missing } from "./faults";
import { demandListed } from "./listed";
import { currencyOf, minor, wireAmount } from "./money";
import { isMulticurrency } from "./preferences";
import type { DepositInput } from "./schemas";
import {
  type Entity,
  type EntityName,
  type Line,
  type QuickBooksState,
  type Ref,
  store,
  touch,
} from "./state";
import { depositTax, isAmerican } from "./tax";
import { depositOf, holdings, LINKABLE, undepositedFunds } from "./undeposited";

interface Draft {
  fields: Record<string, unknown>;
  linked: Linked[];
}

/**
 * Books a Deposit: every linked transaction leaves Undeposited Funds whole and gets a `LinkedTxn`.
 * @throws QuickBooksFault before anything has changed.
 */
export function createDeposit(state: QuickBooksState, input: DepositInput, at: Date): Entity {
  const { fields, linked } = draft(state, input);
  const deposit = store(state, "Deposit", fields, at);
  for (const each of linked) link(each, deposit.Id, at);
  return deposit;
}

/** Replaces a whole Deposit: QuickBooks ignores `sparse` for this entity. */
export function replaceDeposit(
  state: QuickBooksState,
  deposit: Entity,
  input: DepositInput,
  at: Date,
): Entity {
  const { fields, linked } = draft(state, input, deposit);
  for (const each of linkedTo(state, deposit.Id)) unlink(each, at);
  for (const each of linked) link(each, deposit.Id, at);
  const replaced: Entity = {
    ...fields,
    Id: deposit.Id,
    SyncToken: deposit.SyncToken,
    MetaData: deposit.MetaData,
    domain: "QBO",
    sparse: false,
  };
  touch(replaced, at);
  state.entities.Deposit[deposit.Id] = replaced;
  return replaced;
}

/** Returns the linked transactions to Undeposited Funds. The Deposit itself stays. */
export function releaseLinked(state: QuickBooksState, deposit: Entity, at: Date): void {
  for (const each of linkedTo(state, deposit.Id)) unlink(each, at);
}

function draft(state: QuickBooksState, input: DepositInput, existing?: Entity): Draft {
  const account = bankAccount(state, input.DepositToAccountRef);
  if (!input.Line?.length) throw missing("Line");
  const linked: (Linked & { line: Line; amount: number })[] = [];
  for (const line of input.Line) {
    if (!line.LinkedTxn?.length) continue;
    const found = linkedLine(state, line as Line, existing);
    if (linked.some(({ part }) => part === found.part)) {
      throw business(`Transaction ${found.entity.Id} is on this deposit twice.`);
    }
    linked.push(found);
  }
  const currency = commonCurrency(
    state,
    input,
    linked.map(({ entity }) => entity),
  );
  if (![state.homeCurrency, currency].includes(currencyOf(account, state))) {
    throw business(`The account's currency does not allow a deposit in ${currency}.`);
  }
  const location = demandListed(state, "Department", input.DepartmentRef);
  const direct = input.Line.filter((line) => !line.LinkedTxn?.length).map((line, index) =>
    directLine(state, line as Line, { number: index + 1, bank: account, currency }),
  );
  const { GlobalTaxCalculation: calculation } = input;
  const total = sumMinor([
    depositTax(state, direct, { calculation, currency }),
    ...linked.map(({ amount }) => amount),
    ...direct.map((line) => minor(line.Amount, currency)),
    -minor(input.CashBack?.Amount, currency),
  ]);
  if (total < 0) throw business("Transaction amount must be 0 or greater.");
  const lines = linked.map(({ line, amount }) => ({
    ...line,
    Amount: wireAmount(amount, currency),
  }));
  return {
    linked,
    fields: {
      DepositToAccountRef: { value: account.Id, name: account.Name },
      TxnDate: input.TxnDate ?? state.today,
      TotalAmt: wireAmount(total, currency),
      CurrencyRef: { value: currency },
      ...homeTotal(state, input, { total, currency }),
      ...(calculation && !isAmerican(state) ? { GlobalTaxCalculation: calculation } : {}),
      ...(location ? { DepartmentRef: { value: location.Id, name: String(location.Name) } } : {}),
      ...(input.DocNumber ? { DocNumber: input.DocNumber } : {}),
      ...(input.PrivateNote ? { PrivateNote: input.PrivateNote } : {}),
      ...(input.CashBack ? { CashBack: input.CashBack } : {}),
      Line: [...lines, ...direct],
    },
  };
}

/**
 * What it comes to in the books' own currency: at the rate that was sent, or one to one, without a word, where none
 * was (WordPress/wordcamp.org #1250).
 */
function homeTotal(
  state: QuickBooksState,
  { ExchangeRate: sent = 1 }: DepositInput,
  { total, currency }: { total: number; currency: string },
) {
  if (currency === state.homeCurrency) return {};
  const ExchangeRate = state.fixedRate ?? sent;
  const rounded = (Number(wireAmount(total, currency)) * ExchangeRate).toFixed(2);
  return { ExchangeRate, HomeTotalAmt: Number(rounded) };
}

function bankAccount(state: QuickBooksState, ref: Ref | undefined): Entity {
  if (!ref) throw missing("DepositToAccountRef");
  const account = activeAccount(state, ref);
  const holdsMoney =
    account.AccountType === "Bank" || account.AccountType === "Other Current Asset";
  if (!holdsMoney || account === undepositedFunds(state)) {
    throw business("Select a bank account for this deposit.");
  }
  return account;
}

function commonCurrency(state: QuickBooksState, input: DepositInput, linked: Entity[]): string {
  const found = new Set(linked.map((entity) => currencyOf(entity, state)));
  // "For multicurrency companies, CurrencyRef is required", says the reference; older books are said to do without.
  if (!input.CurrencyRef && isMulticurrency(state) && !isAmerican(state)) {
    throw missing("CurrencyRef");
  }
  if (input.CurrencyRef) found.add(input.CurrencyRef.value);
  if (found.size > 1) throw business("All transactions of a deposit must be in one currency.");
  const currency = [...found][0] ?? state.homeCurrency;
  if (currency !== state.homeCurrency && !isMulticurrency(state)) {
    throw business("Multicurrency is not turned on for this company.");
  }
  return currency;
}

function linkedTo(state: QuickBooksState, depositId: string): Linked[] {
  return LINKABLE.flatMap((name) =>
    Object.values(state.entities[name]).flatMap((entity) =>
      holdings(name, entity, state)
        .filter(({ part }) => depositOf(part) === depositId)
        .map(({ part }) => ({ name, entity, part })),
    ),
  );
}

function link({ name, entity, part }: Linked, depositId: string, at: Date): void {
  part.LinkedTxn = [...(part.LinkedTxn ?? []), { TxnId: depositId, TxnType: "Deposit" }];
  if (isTouched(name)) touch(entity, at);
}

function unlink({ name, entity, part }: Linked, at: Date): void {
  const rest = (part.LinkedTxn ?? []).filter(({ TxnType }) => TxnType !== "Deposit");
  if (rest.length > 0) part.LinkedTxn = rest;
  else delete part.LinkedTxn;
  if (isTouched(name)) touch(entity, at);
}

/** Whether depositing changes a journal entry or a transfer is unproved: a client has to work without. */
function isTouched(name: EntityName): boolean {
  return name !== "JournalEntry" && name !== "Transfer";
}
