import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { metrics } from "@/server/platform/metrics/metrics";

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; do: string };
}
interface Panel {
  title: string;
  targets?: { expr: string }[];
}

const rules: Rule[] = parse(readFileSync("deploy/prometheus-rules.yml", "utf8")).groups.flatMap(
  ({ rules: own }: { rules: Rule[] }) => own,
);
const { panels }: { panels: Panel[] } = JSON.parse(
  readFileSync("deploy/grafana-dashboard.json", "utf8"),
);

/** What a process reports: a histogram as three series. */
const exported = new Set(
  metrics()
    .registry.getMetricsAsArray()
    .flatMap(({ name, type }) =>
      // The registry's types say enum where its values are words.
      String(type) === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
);

const metricsIn = (expr: string) => expr.match(/\b(?:deposit_matcher|process|nodejs)_\w+/g) ?? [];

test.each(rules.map((rule) => [rule.alert, rule] as const))(
  "the alert %s asks for what there is, and says what to do",
  (_, { expr, labels, annotations }) => {
    const asked = metricsIn(expr);
    if (!expr.startsWith("up{")) expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !exported.has(name))).toEqual([]);
    expect(["page", "warn"]).toContain(labels.severity);
    expect(annotations.summary.length).toBeGreaterThan(10);
    expect(annotations.do.length).toBeGreaterThan(10);
  },
);

test("alerts have names of their own", () => {
  const names = rules.map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(10);
});

test("every panel of the dashboard shows what there is", () => {
  const exprs = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(exprs.length).toBeGreaterThan(20);
  expect(new Set(exprs.flatMap(metricsIn).filter((name) => !exported.has(name)))).toEqual(
    new Set(),
  );
});
