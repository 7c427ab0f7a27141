import { cpus, totalmem } from "node:os";
import type { Audit, Category, Device } from "./audit";
import type { MeasuredPage } from "./pages";

export interface PageReport {
  page: MeasuredPage;
  device: Device;
  runs: Audit[];
}

/** One run's figures depend on the machine's other load; the median of these is reported. */
export const RUNS = 3;

const TARGETS: Record<Category, number> = {
  performance: 95,
  accessibility: 100,
  "best-practices": 100,
};
const MAX_SCRIPT_BYTES = 220_000;

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const middle = ({ runs }: PageReport, figure: (run: Audit) => number) => median(runs.map(figure));
const score = (report: PageReport, category: Category) =>
  middle(report, ({ scores }) => scores[category]);

/** Whether every page reaches every target, on both devices. */
export function allMet(reports: PageReport[]): boolean {
  return reports.every(
    (report) =>
      (Object.keys(TARGETS) as Category[]).every(
        (category) => score(report, category) >= TARGETS[category],
      ) && middle(report, ({ scripts }) => scripts.firstLoad) <= MAX_SCRIPT_BYTES,
  );
}

/** One Markdown table per device, followed by the reasons for lost points. */
export function render(reports: PageReport[]): string {
  const devices = [...new Set(reports.map(({ device }) => device))];
  const tables = devices.map((device) =>
    table(
      device,
      reports.filter((r) => r.device === device),
    ),
  );
  const lost = reports.flatMap(({ page, device, runs }) =>
    [...new Set(runs.flatMap(({ failures }) => failures))].map(
      (failure) => `- ${page.name}, ${device}: ${failure}`,
    ),
  );
  return [...tables, ...(lost.length > 0 ? [`What cost points:\n\n${lost.join("\n")}`] : [])].join(
    "\n\n",
  );
}

function table(device: Device, reports: PageReport[]): string {
  const rows = reports.map((report) => {
    const bytes = middle(report, ({ scripts }) => scripts.firstLoad);
    return [
      `\`${report.page.path}\``,
      ...(Object.keys(TARGETS) as Category[]).map((category) =>
        judged(score(report, category), score(report, category) >= TARGETS[category]),
      ),
      judged(kilobytes(bytes), bytes <= MAX_SCRIPT_BYTES),
      kilobytes(middle(report, ({ scripts }) => scripts.all)),
      `${(middle(report, ({ lcp }) => lcp) / 1000).toFixed(1)} s`,
      `${middle(report, ({ tbt }) => tbt).toFixed(0)} ms`,
      middle(report, ({ cls }) => cls).toFixed(3),
    ].join(" | ");
  });
  return [
    `**${device}**`,
    "",
    "| page | performance | accessibility | best practices | JavaScript, first load | in all | LCP | TBT | CLS |",
    "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
    ...rows.map((row) => `| ${row} |`),
  ].join("\n");
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;

const judged = (text: string | number, met: boolean) => (met ? `${text}` : `**${text}**`);

/** The complete report. */
export function document(speed: string, tables: string, date: string): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`;
  return `# How fast the screens are

Written by \`npm run bench:web\` on ${date} (${machine}), on the production build with the sample company, server and
browser on this one machine. A figure that misses its target is **bold**.

## Navigation

From the click to the painted content, warm, in milliseconds; target: 140 at p50. Then a list of ten thousand payouts,
p50 · p95; target: 50 for the browser's part. A search waits 250 ms for the next letter before it asks.

${speed}

## Lighthouse

Each figure is the median of ${RUNS} runs. "mobile" is Lighthouse's simulated slow phone on a slow network, "desktop" its
desktop preset. Targets: performance at least ${TARGETS.performance}, accessibility and best practices 100, at most
${MAX_SCRIPT_BYTES / 1000} kB of JavaScript over the wire (gzip) for the first load (the scripts that the document names); "in all"
includes parts loaded on demand and prefetched pages.

${tables}
`;
}
