/**
 * Reads the option that every benchmark with a fixed size has: `-- --smallest` runs each of its parts once on tiny
 * inputs, to see that they run. Nothing is written, and no figure is judged.
 * @returns the arguments without the option, and whether it was there
 */
export function readSmallest(args: readonly string[]): { smallest: boolean; rest: string[] } {
  const rest = args.filter((arg) => arg !== "--smallest");
  return { smallest: rest.length < args.length, rest };
}
