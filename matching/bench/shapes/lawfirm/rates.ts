/** Shares, 0 to 1, unless noted: estimates of a careful observer, not measurements. */
export const LAW_FIRM_RATES = {
  /** New matters a week, fewest and most. */
  fewestOpened: 5,
  mostOpened: 14,
  /** Companies whose pay page asks for the matter number, and their lines that show it. */
  companiesWithMatterOnLine: 0.5,
  matterOnLine: 0.75,
  matterOnLineElsewhere: 0.06,
  /** Companies that enter receipts once a week, and the days until others do. */
  companiesWeekly: 0.4,
  entryDays: [
    [0, 38],
    [1, 34],
    [2, 14],
    [3, 8],
    [6, 4],
    [11, 2],
  ],
  companiesWithProfiles: 0.5,
  companiesSurnameFirst: 0.7,
  clientIsFirm: 0.3,
  /** Clients who come back with another matter. */
  secondMatter: 0.25,
  /** Matters whose bills are paid by someone other than the client, such as an employer or a relative. */
  paidByAnother: 0.16,
  onPlan: 0.22,
  /** Lines without a name, with an address, and without the processor's id, fee or net. */
  lineNameMissing: 0.05,
  lineEmail: 0.7,
  lineReferenceMissing: 0.05,
  lineFeeMissing: 0.05,
  lineNetMissing: 0.1,
  /** Receipts whose reference is the start of the processor's id, as an export cuts it. */
  receiptReference: 0.05,
  receiptEmail: 0.15,
  /** Consultations booked to one customer for all of them. */
  collectiveConsultation: 0.25,
  paymentMissing: 0.03,
  /** Receipts by check or transfer for each by card. */
  otherMeans: 0.25,
  smallDifference: 0.006,
  transposed: 0.006,
  netRecorded: 0,
} as const;

export type LawFirmRates = typeof LAW_FIRM_RATES;
