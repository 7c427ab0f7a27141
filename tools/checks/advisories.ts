import { runChild } from "../process/child";
import type { Scope } from "../process/supervise";
import { checks, type Tally } from "./tally";

/** What `npm audit --json` prints; of a registry without the endpoint, its refusal. */
interface Audit {
  message?: string;
  vulnerabilities?: Record<string, { severity: string; range: string; via: Via[] }>;
}
/** An advisory, or the name of the package that has it. */
type Via = string | { title: string; url: string };

const SEVERE = ["high", "critical"];

/** Compares the packages that run with the published advisories. Without an answer nothing counts as failed. */
export async function checkAdvisories(scope: Scope, log: (line: string) => void): Promise<Tally[]> {
  const lines: string[] = [];
  const args = ["audit", "--omit", "dev", "--json", "--loglevel", "silent"];
  await runChild(scope, "npm", args, { onLine: (line) => lines.push(line) });
  const { known, severe, unanswered } = readAudit(lines.join("\n"));
  if (unanswered !== null) {
    log(`NOT CHECKED: the registry doesn't tell the advisories (${unanswered}).`);
    return [];
  }
  for (const line of known) log(line);
  if (known.length === 0) log("No published advisory concerns a package that runs.");
  return [checks("Published advisories", severe)];
}

/** @returns a line for each package with an advisory; `unanswered`: why the registry gave none. */
export function readAudit(output: string): {
  known: string[];
  severe: string[];
  unanswered: string | null;
} {
  const audit = parsed(output);
  if (!audit.vulnerabilities) {
    return { known: [], severe: [], unanswered: audit.message ?? "no answer" };
  }
  const packages = Object.entries(audit.vulnerabilities).map(([name, { severity, range, via }]) => {
    const why = via.map((each) => (typeof each === "string" ? each : `${each.title}, ${each.url}`));
    return { severity, line: `${severity}: ${name} ${range} (${why.join("; ")})` };
  });
  return {
    known: packages.map(({ line }) => line),
    severe: packages.filter(({ severity }) => SEVERE.includes(severity)).map(({ line }) => line),
    unanswered: null,
  };
}

function parsed(output: string): Audit {
  try {
    return JSON.parse(output);
  } catch {
    return { message: output.trim() || "no answer" };
  }
}
