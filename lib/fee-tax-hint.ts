interface Named {
  Name: string;
}

const EXEMPT = /\bexempt\b|\bout of scope\b/i;
const REVERSE = /\breverse\b|\bRC\b/i;

/**
 * Which of the books' tax codes suit a processor's fees, one sentence each; empty where none is known by its name. The
 * choice stays the user's: only the processor's invoice says how its fees are taxed.
 */
export function feeTaxHint(codes: readonly Named[], tax: string): string {
  const exempt = codes.find(({ Name }) => EXEMPT.test(Name));
  const reverse = codes.find(({ Name }) => REVERSE.test(Name));
  return [
    exempt && `“${exempt.Name}”: the processor's invoice shows no ${tax}.`,
    reverse && `“${reverse.Name}”: its invoice says that you account for the ${tax} yourself.`,
  ]
    .filter(Boolean)
    .join(" ");
}
