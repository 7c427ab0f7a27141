import { type NeedCounts, needsSomebody, needTexts } from "@/lib/company-needs";
import { counted } from "@/lib/counted";
import type { MailText } from "@/server/mail/queued-mail";
import { type MailCell, richMail } from "@/server/mail/rich-mail";
import { companyLink } from "@/server/notifications/company-link";
import { sumText } from "@/server/notifications/sum-text";
import type { Week } from "./load-weeks";

/** Rows of the table: those who have more look at the page. */
const MAX_SHOWN = 40;

export interface SummarizedCompany extends NeedCounts, Omit<Week, "id"> {
  id: string;
  name: string;
}

/**
 * One mail about the week in several companies: what needs the reader, and what was posted.
 * @param days the first and the last day, as the reader's first company writes dates
 * @param companies the most urgent first
 */
export function companiesMail(days: string, companies: readonly SummarizedCompany[]): MailText {
  const needing = companies.filter(needsSomebody).length;
  const posted = companies.reduce((total, company) => total + company.posted, 0);
  const needs = needing === 1 ? "1 company needs" : `${needing} companies need`;
  const rest = companies.length - MAX_SHOWN;
  return {
    subject: `Your week: ${counted(posted, "deposit")} posted, ${needs} you`,
    ...richMail(
      "All companies",
      [
        { text: `Deposits from ${days}` },
        {
          rows: [
            ["Company", "To do", "Posted"],
            ...companies.slice(0, MAX_SHOWN).map((company) => rowOf(company)),
          ],
        },
        ...(rest > 0 ? [{ text: `And ${rest} more in Deposit Matcher.` }] : []),
        {
          title:
            needing === 0 ? "Nothing to review." : `${needing} of ${companies.length} to review.`,
          text: "",
          link: { label: "Open All companies", path: "/companies" },
        },
      ],
      {
        text: "You get this email every Monday because you want the weekly summary of these companies. Each has its own setting.",
        link: { label: "Change email notifications", path: "/settings?tab=notifications" },
      },
    ),
  };
}

function rowOf({ id, name, posted, sums, ...needs }: SummarizedCompany): MailCell[] {
  const toDo = needTexts(needs).map(({ text }) => text);
  const amounts = sums.map(({ currency, amount }) => sumText(Number(amount), currency));
  return [
    { label: name, path: companyLink("/dashboard", id) },
    toDo.length === 0 ? "Nothing" : toDo.join(", "),
    posted === 0 ? "0" : `${posted}: ${amounts.join(", ")}`,
  ];
}
