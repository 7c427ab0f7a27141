/** 2^x. The power operator's last bit depends on the version of Node where x is no integer. */
export function exp2(x: number): number {
  const whole = Math.floor(x);
  return whole === x ? 2 ** x : 2 ** whole * Math.exp((x - whole) * Math.LN2);
}
