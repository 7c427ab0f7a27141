import { business, invalidReference, missing, notFound } from "./faults";
import { demandListed } from "./listed";
import { currencyOf, minor } from "./money";
import {
  asEntityName,
  type Entity,
  type EntityName,
  type Line,
  type QuickBooksState,
  type Ref,
} from "./state";
import { depositOf, type Holding, holdings, isLinkable, undepositedFunds } from "./undeposited";

/** All but receivables and payables, whose lines need a customer or a supplier. */
const DIRECT_ACCOUNTS = new Set([
  "Bank",
  "Income",
  "Other Income",
  "Expense",
  "Other Expense",
  "Other Current Asset",
  "Fixed Asset",
  "Other Asset",
  "Credit Card",
  "Other Current Liability",
  "Long Term Liability",
  "Equity",
  "Cost of Goods Sold",
]);

/** What a line takes out of Undeposited Funds. */
export interface Linked {
  name: EntityName;
  entity: Entity;
  part: Holding["part"];
}

/** @throws QuickBooksFault when there is none, or it is inactive */
export function activeAccount(state: QuickBooksState, ref: Ref): Entity {
  const account = state.entities.Account[ref.value];
  if (!account) throw invalidReference(`Accounts element id ${ref.value} not found`);
  if (account.Active === false) throw notFound(ref.value);
  return account;
}

/**
 * A line that takes a transaction out of Undeposited Funds.
 * @param existing the Deposit that the line may be on already
 * @throws QuickBooksFault
 */
export function linkedLine(state: QuickBooksState, line: Line, existing: Entity | undefined) {
  // A linked line's detail belongs to QuickBooks: a line sent with one also needs an account.
  if (line.DetailType || line.DepositLineDetail) throw missing("Line.DepositLineDetail.AccountRef");
  const [link, second] = line.LinkedTxn ?? [];
  if (!link || second) throw business("A deposit line links exactly one transaction.");
  const name = asEntityName(link.TxnType);
  const entity = isLinkable(name) ? state.entities[name][link.TxnId] : undefined;
  if (!isLinkable(name) || !entity) throw notFound(link.TxnId);
  const lineId = link.TxnLineId ?? "0";
  const held = holdings(name, entity, state).find((each) => (each.lineId ?? lineId) === lineId);
  if (!held) throw business(`${name} ${entity.Id} is not in Undeposited Funds.`);
  const { amount, part } = held;
  const holder = depositOf(part);
  const mine = holder !== undefined && holder === existing?.Id;
  if (holder !== undefined && !mine) {
    throw business(
      `The transaction you selected, ${name} ${entity.Id}, has already been applied to another Deposit.`,
    );
  }
  const currency = currencyOf(entity, state);
  // A Deposit read from QuickBooks has linked lines without cents. It is still the same line.
  // Whether QuickBooks refuses another amount or takes the transaction's own is unproved.
  const demandsAmount = !mine && state.linkedAmounts !== "own";
  if (demandsAmount && minor(line.Amount, currency) !== amount) {
    throw business(`${name} ${entity.Id} can only be deposited whole.`);
  }
  const stored: Line = {
    LinkedTxn: [{ TxnId: entity.Id, TxnType: name, TxnLineId: lineId }],
  };
  return { name, entity, part, amount, line: stored };
}

/**
 * A line that is booked to an account, as it is stored.
 * @throws QuickBooksFault
 */
export function directLine(
  state: QuickBooksState,
  line: Line,
  { number, bank, currency }: { number: number; bank: Entity; currency: string },
): Line {
  if (line.DetailType !== "DepositLineDetail") throw missing("Line.DetailType");
  const detail = line.DepositLineDetail as
    | { AccountRef?: Ref; Entity?: Ref; ClassRef?: Ref; PaymentMethodRef?: Ref }
    | undefined;
  if (!detail?.AccountRef) throw missing("Line.DepositLineDetail.AccountRef");
  if (line.Amount === undefined) throw missing("Line.Amount");
  const account = activeAccount(state, detail.AccountRef);
  if (!DIRECT_ACCOUNTS.has(String(account.AccountType))) {
    throw business(`Account ${account.Name} cannot be used on a deposit line.`);
  }
  if (account === bank || account === undepositedFunds(state)) {
    throw business(`Account ${account.Name} cannot be used on a line of this deposit.`);
  }
  if (![state.homeCurrency, currency].includes(currencyOf(account, state))) {
    throw business(
      `The currency of account ${account.Name} does not fit a deposit in ${currency}.`,
    );
  }
  const whom = payer(state, detail.Entity);
  const ofClass = demandListed(state, "Class", detail.ClassRef);
  demandListed(state, "PaymentMethod", detail.PaymentMethodRef);
  return {
    Id: String(number),
    LineNum: number,
    ...(line.Description ? { Description: line.Description } : {}),
    Amount: line.Amount,
    DetailType: "DepositLineDetail",
    DepositLineDetail: {
      ...detail,
      ...(whom ? { Entity: whom } : {}),
      ...(ofClass ? { ClassRef: { value: ofClass.Id, name: String(ofClass.Name) } } : {}),
      AccountRef: { value: account.Id, name: account.Name },
    },
  };
}

/** Whom a line was received from. Customers and suppliers are counted together, but their kind is named. */
function payer(state: QuickBooksState, ref: Ref | undefined): Ref | undefined {
  if (!ref) return undefined;
  const type = ref.type?.toUpperCase() ?? "CUSTOMER";
  const found = state.entities[type === "VENDOR" ? "Vendor" : "Customer"][ref.value];
  if (!found) throw invalidReference(`Names element id ${ref.value} not found`);
  return { value: found.Id, name: String(found.DisplayName), type };
}
