import type { Books, WriteShape } from "../../books";
import { FIRST_DAY, startOfMonth } from "../../calendar";
import type { Random } from "../../random";
import { wayToRecord } from "../../rates";
import { addRefund, type ChargeRow } from "../rows";
import { type Lease, Leases, type Naming, type Share } from "./leases";
import { type Item, RentLedger } from "./ledger";
import { RENT_RATES, type RentRates } from "./payers";

/** The first of the month after the generated time begins. */
const FIRST_MONTH = 1;
const APPLICATION_FEE = 4_500;

/** A landlord's manager: many equal rents in the first days of each month. */
export const writeRents: WriteShape = ({ books, random, lines }) => {
  const rates = RENT_RATES;
  const office = random.fork("office");
  const naming = office.weighted<Naming>({ units: 40, units_with_name: 20, tenants: 40 });
  const share = lines / rates.linesPerUnit;
  const count = Math.round(Math.min(rates.mostUnits, Math.max(rates.fewestUnits, share)));
  const leases = new Leases(random.fork("leases"), rates, naming);
  const months = FIRST_MONTH + Math.ceil(lines / count) + 12;
  const all = leases.units(count).flatMap((unit) => leases.leasesOf(unit, months));
  const ledger = new RentLedger(books, random.fork("ledger"), rates, {
    naming,
    profiles: office.chance(rates.companiesWithProfiles),
    portal: office.chance(rates.portalNumbers),
  });
  const rent = new RentMonths(books, random, rates, ledger);
  for (let month = FIRST_MONTH; books.lineCount < lines; month++) rent.collect(all, month);
};

/** What happens in a month, on both sides. */
class RentMonths {
  /** Leases that have paid ahead, with the month. */
  private readonly ahead = new Map<Lease, number>();

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: RentRates,
    private readonly ledger: RentLedger,
  ) {}

  collect(leases: readonly Lease[], month: number): void {
    for (const lease of leases) {
      if (lease.from === month + 1 && !lease.byCheck) this.moveIn(lease, month + 1);
      if (month < lease.from || month >= lease.until) continue;
      if (this.ahead.get(lease) !== month) this.payRent(lease, month);
    }
  }

  private payRent(lease: Lease, month: number): void {
    const { random, rates } = this;
    const paying = lease.alternating ? [random.pick(lease.shares)] : lease.shares;
    if (lease.byCheck || random.chance(rates.paidByCheckOnce)) {
      for (const share of paying) this.ledger.payByCheck(lease, share, month);
    } else if (lease.together && paying.length > 1) this.payTogether(lease, paying, month);
    else for (const share of paying) this.payShare(lease, share, month, paying.length === 1);
  }

  /** Two parts on the same day that the books hold as one. */
  private payTogether(lease: Lease, shares: readonly Share[], month: number): void {
    const [first] = shares;
    if (!first) return;
    const day = startOfMonth(month) + first.payDay - 1;
    const charges = shares.map((share) => {
      return this.ledger.charge(lease, share, { day, month, amount: share.rent });
    });
    if (this.random.chance(this.rates.paymentMissing)) return;
    const amount = shares.reduce((sum, { rent }) => sum + rent, 0);
    const item: Item = { subject: "rent", amount, month };
    const payment = this.ledger.receive(lease, first, charges[0], { day, item, amount });
    this.books.group("customer_sum", charges, [payment]);
  }

  private payShare(lease: Lease, share: Share, month: number, alone: boolean): void {
    const { random, rates } = this;
    const items: Item[] = [{ subject: "rent", amount: share.rent, month }];
    if (lease.parking > 0 && (lease.alternating || share === lease.shares[0])) {
      items.push({ subject: "parking", amount: lease.parking, month });
    }
    const late = random.chance(rates.late);
    const fee = late && random.chance(rates.lateFee) ? lateFee(lease) : 0;
    const withRent = fee > 0 && random.chance(rates.lateFeeWithRent);
    if (withRent) items.push({ subject: "late fee", amount: fee, month });
    if (alone && month + 1 < lease.until && random.chance(rates.twoMonths)) {
      items.push({ subject: "rent", amount: share.rent, month: month + 1 });
      this.ahead.set(lease, month + 1);
    }
    const slack = random.chance(0.2) ? 1 : 0;
    const day = startOfMonth(month) + (late ? random.between(5, 13) : share.payDay - 1 + slack);
    this.settle(lease, share, day, items);
    if (fee > 0 && !withRent) {
      this.settle(lease, share, day + random.between(3, 14), [
        { subject: "late fee", amount: fee, month },
      ]);
    }
  }

  /** Charges the items at once and records them, each for itself or all in one. */
  private settle(lease: Lease, share: Share, firstDay: number, items: readonly Item[]): void {
    const { random, rates, books, ledger } = this;
    const amount = items.reduce((sum, item) => sum + item.amount, 0);
    const [first, second] = items;
    if (!first) return;
    let day = firstDay;
    let charge = ledger.charge(lease, share, { day, month: first.month, amount });
    if (random.chance(rates.returned)) {
      this.bounce(charge, day);
      day += random.between(4, 9);
      charge = ledger.charge(lease, share, { day, month: first.month, amount });
    }
    if (random.chance(rates.doubled))
      this.double(lease, share, { day, month: first.month, amount });
    if (random.chance(rates.paymentMissing)) return;
    if (second && (second.subject === "rent" || random.chance(rates.parkingApart))) {
      const payments = items.map((item) => {
        return ledger.receive(lease, share, charge, { day, item, amount: item.amount });
      });
      books.group("several_invoices", [charge], payments);
      return;
    }
    const { kind, amount: stated } = wayToRecord(charge, rates, random);
    const payment = ledger.receive(lease, share, charge, { day, item: first, amount: stated });
    books.group(kind, [charge], [payment]);
  }

  /** The bank debit comes back; the books wait for the next try. */
  private bounce(charge: ChargeRow, day: number): void {
    const back = addRefund(this.books, charge, day + this.random.between(2, 4), charge.gross);
    if (back.line) back.line.description = "ACH return R01: insufficient funds";
  }

  private double(
    lease: Lease,
    share: Share,
    request: { day: number; month: number; amount: number },
  ): void {
    const charge = this.ledger.charge(lease, share, request);
    addRefund(this.books, charge, request.day + this.random.between(0, 3), request.amount);
  }

  /** Security deposit and application fee of a new tenant, before the first month. */
  private moveIn(lease: Lease, month: number): void {
    const { random, rates } = this;
    const [share] = lease.shares;
    if (!share) return;
    const signed = startOfMonth(month) - random.between(4, 20);
    if (signed <= FIRST_DAY + 15) return;
    if (random.chance(rates.applicationFee)) {
      const day = signed - random.between(3, 9);
      this.settle(lease, share, day, [
        { subject: "application fee", amount: APPLICATION_FEE, month },
      ]);
    }
    const amount = random.chance(0.75) ? lease.unit.rent : Math.round(lease.unit.rent * 1.5);
    this.settle(lease, share, signed, [{ subject: "security deposit", amount, month }]);
  }
}

/** Fifty, or five percent of the rent as many leases say. Minor units. */
function lateFee({ unit }: Lease): number {
  return unit.building.length % 2 === 0 ? 5_000 : Math.round(unit.rent * 0.05);
}
