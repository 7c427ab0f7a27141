import type { WriteShape } from "../../books";
import { FIRST_DAY } from "../../calendar";
import type { Random } from "../../random";
import { OrderLedger, type Tool } from "./ledger";
import {
  IMPORT_RATES,
  type ImportRates,
  type Means,
  type NameForm,
  type Order,
  ReturningShoppers,
} from "./shoppers";

const FIRST_ORDER = 10_423;
/** Minor units: what the shop sells, the cheapest most often. */
const PRICES = [1_200, 1_850, 2_400, 2_999, 3_450, 4_900, 6_500, 8_900, 12_500, 17_900] as const;
const SHIPPING = [0, 0, 495, 495, 695, 1_250] as const;
const TAX_SHARES = [0.0625, 0.07, 0.0725, 0.08, 0.0925] as const;
const DISCOUNTS = [0.1, 0.15, 0.2] as const;

/** A web shop whose orders reach QuickBooks through an import tool. */
export const writeImports: WriteShape = ({ books, random, lines }) => {
  const rates = IMPORT_RATES;
  const setup = random.fork("setup");
  const tool = drawTool(setup, rates);
  const shoppers = new ReturningShoppers(random.fork("shoppers"), rates, tool.names);
  const ledger = new OrderLedger(books, random.fork("ledger"), rates, tool);
  const perDay = setup.between(rates.fewestPerDay, rates.mostPerDay);
  let number = FIRST_ORDER;
  for (let day = FIRST_DAY; books.lineCount < lines; day++) {
    const count = Math.max(1, Math.round(perDay * (1 + 0.2 * random.normal())));
    for (let i = 0; i < count; i++) {
      number += random.chance(0.9) ? 1 : 2;
      const order = drawOrder(random, rates, { day, number: String(number) });
      ledger.write({ ...order, shopper: shoppers.next() });
    }
    ledger.refund(day);
  }
};

function drawTool(random: Random, rates: ImportRates): Tool {
  const numbered = random.chance(rates.companiesWithOrderOnLine);
  const mailed = random.chance(rates.companiesWithEmail);
  return {
    names: random.weighted<NameForm>({
      last_first: 28,
      upper: 18,
      truncated: 18,
      email: 18,
      plain: 18,
    }),
    memo: random.pick(["sync", "sales_order", "connector", "csv"]),
    orderOnLine: numbered ? rates.orderOnLine : rates.orderOnLineElsewhere,
    email: mailed ? rates.paymentEmail : rates.paymentEmailElsewhere,
    taxApart: random.chance(rates.companiesTaxApart),
    netChannel: random.chance(rates.companiesNetChannel),
    zone: random.weighted<number>(rates.zones),
    profiles: random.chance(rates.companiesWithProfiles),
  };
}

function drawOrder(
  random: Random,
  rates: ImportRates,
  { day, number }: { day: number; number: string },
): Omit<Order, "shopper"> {
  let goods = random.pickSkewed(PRICES) * (random.chance(0.12) ? 2 : 1);
  if (random.chance(0.35)) goods += random.pickSkewed(PRICES);
  if (random.chance(0.15)) goods -= Math.round(goods * random.pick(DISCOUNTS));
  const shipping = goods > 10_000 ? 0 : random.pick(SHIPPING);
  const tax = random.chance(rates.taxed) ? Math.round(goods * random.pick(TAX_SHARES)) : 0;
  const means = random.weighted<Means>(rates.means);
  const total = goods + shipping + tax;
  const most = Math.min(10_000, total - 500);
  const part = Math.min(most, random.pick([1_000, 2_500, 5_000]));
  const giftCard = means === "card and gift card" ? Math.max(0, part) : 0;
  const evening = random.chance(rates.movedByZone);
  return { day, number, goods, shipping, tax, total, means, giftCard, evening };
}
