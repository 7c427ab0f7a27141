export const USAGE =
  "Usage: npm run rotate-keys [-- --finish | -- --forget [NUMBER]]\n" +
  "  --finish         deletes unused older keys\n" +
  "  --forget         counts what no key opens; with that NUMBER, discards it";

/** What the command is to do. */
export type Choice =
  | { kind: "rotate"; finish: boolean }
  /** `confirmed`: how many values the user says are to be discarded; undefined: only count. */
  | { kind: "forget"; confirmed: number | undefined };

/** @returns undefined for arguments that the command doesn't have: nothing may be done then. */
export function parseArguments(args: readonly string[]): Choice | undefined {
  const [flag, number, ...rest] = args;
  if (rest.length > 0) return undefined;
  if (flag === undefined) return { kind: "rotate", finish: false };
  if (flag === "--finish" && number === undefined) return { kind: "rotate", finish: true };
  if (flag !== "--forget") return undefined;
  if (number === undefined) return { kind: "forget", confirmed: undefined };
  return /^[1-9]\d{0,8}$/.test(number) ? { kind: "forget", confirmed: Number(number) } : undefined;
}
