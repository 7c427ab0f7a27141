export const AUTHORIZENET_PATH = "/xml/v1/request.api";

export const AUTHORIZENET_MERCHANT = {
  loginId: "5KP3u95bQpv",
  transactionKey: "346HZ32z3fP4hTG2",
  name: "Harbor Lane Ceramics",
  gatewayId: "565697",
  timeZone: "America/New_York",
} as const;

/** Seconds into the day (UTC) at which batches settle: 17:35 in New York, in winter. */
export const SETTLES_AT = 22 * 3600 + 35 * 60;

export interface AuthorizeNetTransaction {
  transId: string;
  /** "settledSuccessfully", "voided", … Any text is allowed, to test clients with unknown statuses. */
  status: string;
  /** Unix seconds. */
  submittedAt: number;
  /** Minor units, unsigned: the status gives the direction. */
  amount: number;
  accountType: string;
  firstName?: string;
  lastName?: string;
  company?: string;
  email?: string;
  phone?: string;
  /** The merchant's own id of the customer. */
  customerId?: string;
  invoiceNumber?: string;
  description?: string;
  /** The charge that a refund belongs to. */
  refTransId?: string;
  /** Settled as a charge in its batch and returned later: the statistics still count it there. */
  cameBackLater?: boolean;
}

export interface AuthorizeNetBatch {
  batchId: string;
  /** Unix seconds. */
  settledAt: number;
  state: string;
  paymentMethod: "creditCard" | "eCheck";
  /** Not settled yet, so it has no time. */
  untimed?: boolean;
  transactions: AuthorizeNetTransaction[];
}

export interface AuthorizeNetState {
  batches: AuthorizeNetBatch[];
  /** First number of the batches and transactions. */
  nextId: number;
  transactionKey: string;
  /** The merchant has switched on the Transaction Details API. */
  reporting: boolean;
  currencies: string[];
}

export function newAuthorizeNetState(): AuthorizeNetState {
  return {
    batches: [],
    nextId: 60_142_001,
    transactionKey: AUTHORIZENET_MERCHANT.transactionKey,
    reporting: true,
    currencies: ["USD"],
  };
}

type Unnumbered = Omit<AuthorizeNetTransaction, "transId">;

/** Settles transactions as one batch. Ids are assigned in order, after the batch's own id. */
export function settle(
  state: AuthorizeNetState,
  batch: Omit<AuthorizeNetBatch, "batchId" | "transactions">,
  transactions: readonly Unnumbered[],
): AuthorizeNetBatch {
  const number = () => {
    state.nextId += 1;
    return String(state.nextId);
  };
  const settled = {
    ...batch,
    batchId: number(),
    transactions: transactions.map((each) => ({ ...each, transId: number() })),
  };
  state.batches.push(settled);
  return settled;
}
