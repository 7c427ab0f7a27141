import type { MatchRun } from "@/lib/contracts/match-runs";

/** "Auto Match, 12 of 40". */
export function runText({ state, done, total }: MatchRun): string {
  if (state === "queued") return "Auto Match is waiting to start";
  return `Auto Match, ${done} of ${total}`;
}

/** The result in words, without zeros: "12 matched · 3 suggested · 5 pending". */
export function resultText({ matched, suggested, pending }: MatchRun): string {
  const parts = [
    matched > 0 && `${matched} matched`,
    suggested > 0 && `${suggested} suggested`,
    pending > 0 && `${pending} pending`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(" · ") : "Nothing changed";
}

interface NextStep {
  label: string;
  href: string;
}

/** What the user should look at next, or null. */
export function nextStep({ suggested, pending }: MatchRun): NextStep | null {
  if (suggested > 0) return { label: "Review suggestions", href: "/dashboard" };
  if (pending > 0) return { label: "Match manually", href: "/manual-match" };
  return null;
}

export const matchRunKeys = {
  latest: ["match-runs", "latest"] as const,
};
