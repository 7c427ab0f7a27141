/** Powers with a whole exponent, which are exact, from the least number above 0 on. */
const LEAST = -1074;
const POWERS = Float64Array.from({ length: 2098 }, (_, at) => 2 ** (at + LEAST));

/** 2^x. The power operator's last bit depends on the version of Node where x is no integer. */
export function exp2(x: number): number {
  const whole = Math.floor(x);
  const power = POWERS[whole - LEAST] ?? 2 ** whole;
  return whole === x ? power : power * Math.exp((x - whole) * Math.LN2);
}
