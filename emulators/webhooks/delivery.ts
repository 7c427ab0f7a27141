/** A change: the type of its event, and the object or id it is about. */
export interface Happening {
  /** `payout.paid`, or `payment.created` in QuickBooks. */
  type: string;
  accountId: string;
  object: { id: string };
}

export interface SignedDelivery {
  body: string;
  headers: Record<string, string>;
}
