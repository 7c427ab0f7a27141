/** Something happened: what kind of event it is, and the object or id that it is about. */
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
