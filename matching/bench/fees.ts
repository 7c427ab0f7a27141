/** What the processor keeps: a share of the amount and a fixed part in minor units. */
const SCHEDULE: Readonly<Record<string, { rate: number; fixed: number }>> = {
  USD: { rate: 0.029, fixed: 30 },
  EUR: { rate: 0.015, fixed: 25 },
  GBP: { rate: 0.015, fixed: 20 },
  JPY: { rate: 0.036, fixed: 0 },
};

/** Fee of one charge, minor units. */
export function feeOf(amount: number, currency: string): number {
  const { rate, fixed } = SCHEDULE[currency] ?? { rate: 0.029, fixed: 30 };
  return Math.round(amount * rate) + fixed;
}
