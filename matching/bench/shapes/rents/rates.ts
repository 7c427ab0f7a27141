import { NOISE } from "../../rates";

/**
 * A manager of several buildings whose tenants pay rent online. Shares from 0 to 1, by the common
 * sense of someone who has kept such books.
 */
export const RENT_RATES = {
  ...NOISE,
  /** A small manager: some 26 online payments per unit and run make one to three years. */
  linesPerUnit: 26,
  fewestUnits: 60,
  mostUnits: 300,

  /** Every second company has only rows: the details of customers came with a later version. */
  companiesWithProfiles: 0.5,
  /** With profiles: lines of payers who have an account at the processor, not only a card. */
  linesWithProfile: 0.75,

  /** Leases paid by check or bank transfer all along: older tenants, subsidised rents. */
  paidByCheck: 0.13,
  /** Others do so once: the card expired, the portal was down. */
  paidByCheckOnce: 0.02,
  /** After the grace period, which ends on the 5th; most managers then ask for a fee. */
  late: 0.06,
  lateFee: 0.6,
  /** The fee comes with the rent, or as a charge of its own some days later. */
  lateFeeWithRent: 0.55,
  /** Two months at once, before a holiday. */
  twoMonths: 0.012,
  /** Cars in the yard, in the books mostly as an item of its own. */
  parking: 0.16,
  parkingApart: 0.6,
  /** Bank debits that bounce and are paid again within days. */
  returned: 0.01,
  /** Two clicks on "Pay"; given back at once, and never in the books. */
  doubled: 0.005,
  /** New tenants pay for the application by card too. */
  applicationFee: 0.5,
  /** The processor's fee is what the manager pays, so hardly anyone records less than the rent. */
  netRecorded: 0.008,
  /** Rents are copied from a list, so slips of the keyboard are rare. */
  transposed: 0.003,
  smallDifference: 0.003,
  /** Forgotten, or waiting with the owner's statement. */
  paymentMissing: 0.012,

  lineNameMissing: 0.04,
  lineEmail: 0.6,
  /** The portal asks for the unit where the books are kept by unit, else only a few payers say it. */
  unitOnLine: { units: 0.82, units_with_name: 0.55, tenants: 0.3 },
  /** Companies whose portal prints a confirmation number; bookkeepers copy it now and then. */
  portalNumbers: 0.4,
  portalNumberOnLine: 0.93,
  portalNumberInBooks: 0.35,
  /** Where the customer is a unit, the memo often says who paid. */
  payerInNote: 0.5,
  noted: 0.55,
  paymentNameMissing: 0.015,
  paymentEmail: 0.05,
  /** A building's way to date payments is kept this often. */
  habitual: 0.93,
  /** Couples who pay on the same day in two parts: one receipt for the unit. */
  partsTogether: 0.25,
} as const;

export type RentRates = typeof RENT_RATES;
