/** A Markdown table whose source is readable too. The first column is text, the others figures. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, i) => Math.max(3, ...all.map((row) => [...(row[i] ?? "")].length)));
  const cell = (text: string, i: number) => {
    const space = " ".repeat(Math.max(0, (widths[i] ?? 0) - [...text].length));
    return i === 0 ? text + space : space + text;
  };
  const line = (row: readonly string[]) =>
    `| ${head.map((_, i) => cell(row[i] ?? "", i)).join(" | ")} |`;
  const rule = widths.map((width, i) =>
    i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** 0.98765 → "98.77 %". */
export function percent(share: number, digits = 2): string {
  return `${(share * 100).toFixed(digits)} %`;
}
