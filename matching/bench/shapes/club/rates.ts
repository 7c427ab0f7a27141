import { NOISE } from "../../rates";

/** A sports club whose families renew within few weeks, at few equal dues. Shares from 0 to 1. */
export const CLUB_RATES = {
  ...NOISE,
  perDay: 20,
  /** Lines of the weeks in which memberships are renewed. */
  renewals: 0.55,
  /** Families that don't renew in a season. */
  lapsed: 0.1,
  /** Families that pay all their dues in one go. */
  paidTogether: 0.5,
  /** Members who have something besides: a locker, a camp, a team. */
  extras: 0.35,
  /** Purchases outside the weeks of renewal after which a member starts to pay by the month. */
  monthly: 0.04,
  lineNameMissing: 0.05,
  lineEmail: 0.66,
  lineEmailWithoutName: 0.7,
  /** Lines for a single member that say who it is. */
  lineNamesMember: 0.45,
  /** Of them: the member instead of the payer as the processor's customer. */
  memberAsPayer: 0.2,
  paymentNameMissing: 0.04,
  paymentEmail: 0.12,
  paymentNameInNote: 0.3,
  chargeOnPayment: 0.08,
  noted: 0.4,
  /** Dues paid at the desk, by check or by transfer. */
  unprocessed: 0.12,
  /** Of them: the memo says how. */
  unprocessedNoted: 0.75,
  netRecorded: 0.03,
  transposed: 0.004,
  smallDifference: 0.002,
  refunded: 0.012,
  refundRecorded: 0.8,
  paymentMissing: 0.035,
  /** Whether rows carry what both sides keep on the customer. */
  profiles: false,
};

export type ClubRates = typeof CLUB_RATES;
