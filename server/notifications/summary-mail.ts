import type { MailText } from "@/server/mail/queued-mail";
import { richMail } from "@/server/mail/rich-mail";
import { companyLink, sumText, type WeeklyFigures } from "./week";
import { turnOff } from "./write-due-mails";

const ROWS = [
  ["posted", "Posted"],
  ["matched", "Matched"],
  ["suggested", "Suggested"],
  ["pending", "Pending"],
] as const;

export interface WeeklySummary {
  companyName: string;
  /** The first and the last day, as the company writes dates. */
  days: string;
  figures: WeeklyFigures;
}

/** "12 deposits: 9 posted, 1 matched, 1 suggested, 1 pending." */
export function summaryLine({ figures }: WeeklySummary): string {
  const parts = ROWS.flatMap(([status, label]) => {
    const { count } = figures[status];
    return count > 0 ? [`${count} ${label.toLowerCase()}`] : [];
  });
  if (parts.length === 0) return "No deposits last week.";
  return `${depositsOf(figures)}: ${parts.join(", ")}.`;
}

export function summaryMail(companyId: string, summary: WeeklySummary): MailText {
  const { companyName, days, figures } = summary;
  const rows = ROWS.map(([status, label]) => {
    const { count, sums } = figures[status];
    return [
      label,
      String(count),
      sums.map(({ amount, currency }) => sumText(amount, currency)).join(", "),
    ];
  });
  const { pending, suggested } = figures.open;
  const open =
    pending + suggested === 0
      ? "Nothing to review."
      : `Still open: ${pending} pending, ${suggested} suggested.`;
  return {
    subject: `Your week: ${depositsOf(figures)}, ${figures.posted.count} posted`,
    ...richMail(
      companyName,
      [
        { text: `Deposits from ${days}` },
        { rows },
        {
          title: open,
          text: "",
          link: { label: "Open the dashboard", path: companyLink("/dashboard", companyId) },
        },
      ],
      {
        text: "You get this email every Monday because of your notification settings.",
        link: turnOff(companyId),
      },
    ),
  };
}

function depositsOf(figures: WeeklyFigures): string {
  const count = ROWS.reduce((total, [status]) => total + figures[status].count, 0);
  return `${count} ${count === 1 ? "deposit" : "deposits"}`;
}
