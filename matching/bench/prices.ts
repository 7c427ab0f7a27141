/** Cents of a dollar price as the same price elsewhere: yen have no minor digits, one dollar ≈ 100. */
export function priceIn(currency: string, cents: number): number {
  return currency === "JPY" ? Math.round(cents / 10) * 10 : cents;
}
