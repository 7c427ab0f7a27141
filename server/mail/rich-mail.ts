import { getEnv } from "@/server/platform/env";

/** A part of a mail that is rendered as plain text and as HTML. */
export type MailBlock =
  | { text: string }
  | { title: string; text: string; link: MailLink | null }
  | { rows: MailCell[][] };

export interface MailLink {
  label: string;
  /** Path inside the product. */
  path: string;
}

/** A text of a table, or a link. */
export type MailCell = string | MailLink;

const FONT = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const SMALL = "font-size:13px;line-height:1.5;color:#625d55";
const CELL = "padding:6px 24px 6px 0;border-bottom:1px solid #e3dfd8";

/**
 * Renders a mail as plain text and HTML. All content is escaped, and nothing is loaded remotely, so that
 * opening the mail is not tracked.
 */
export function richMail(
  heading: string,
  blocks: MailBlock[],
  why: { text: string; link: MailLink },
): { text: string; html: string } {
  return {
    text: `${[heading, ...blocks.map(blockText)].join("\n\n")}

--
${why.text}
${why.link.label}: ${address(why.link.path)}
`,
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;background:#faf9f7;color:#1c1a17;${FONT}">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e3dfd8;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(heading)}</h1>
${blocks.map(blockHtml).join("\n")}
</div>
<p style="max-width:560px;margin:16px auto 0;${SMALL}">${escapeHtml(why.text)} ${anchor(why.link)}</p>
</body></html>
`,
  };
}

function blockText(block: MailBlock): string {
  if ("rows" in block) return tableText(block.rows);
  if (!("title" in block)) return block.text;
  const link = block.link && address(block.link.path);
  return [block.title, block.text, link].filter(Boolean).join("\n");
}

function blockHtml(block: MailBlock): string {
  if ("rows" in block) {
    const rows = block.rows.map((row) => row.map((cell) => td(cell)).join(""));
    return `<table style="margin:0 0 16px;border-collapse:collapse">${rows.map((row) => `<tr>${row}</tr>`).join("")}</table>`;
  }
  if (!("title" in block)) return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`;
  const text = block.text && `<br>${escapeHtml(block.text)}`;
  const link = block.link ? `<br>${anchor(block.link)}` : "";
  return `<p style="margin:0 0 16px"><strong>${escapeHtml(block.title)}</strong>${text}${link}</p>`;
}

function td(cell: MailCell): string {
  return `<td style="${CELL}">${typeof cell === "string" ? escapeHtml(cell) : anchor(cell)}</td>`;
}

/** Columns of equal width; the address of a link stands below its row. */
function tableText(rows: MailCell[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => labelOf(row[column] ?? "").length)),
  );
  return rows
    .flatMap((row) => [
      row
        .map((cell, column) => labelOf(cell).padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
      ...row.flatMap((cell) => (typeof cell === "string" ? [] : `  ${address(cell.path)}`)),
    ])
    .join("\n");
}

function labelOf(cell: MailCell): string {
  return typeof cell === "string" ? cell : cell.label;
}

function anchor({ label, path }: MailLink): string {
  return `<a href="${escapeHtml(address(path))}" style="color:#0f5257">${escapeHtml(label)}</a>`;
}

function address(path: string): string {
  return new URL(path, getEnv().APP_URL).href;
}

const SIGNS: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}

const MAX_LENGTH = 60;

/**
 * A name for a mail to strangers: no line break, no markup, and nothing that a mail program makes a link of (a dot
 * stays only at the end of a word: "Inc.").
 */
export function plainName(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, " ")
    .replace(/[^\p{L}\p{M}\p{N}&'’,.()-]+/gu, " ")
    .replace(/\.(?=\S)/g, " ")
    .trim();
  const letters = [...plain];
  return letters.length <= MAX_LENGTH ? plain : `${letters.slice(0, MAX_LENGTH).join("").trim()}…`;
}
