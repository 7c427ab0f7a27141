import {
  ANSWER_LENGTH,
  MAX_OFFERED_NAMES,
  OFFERED_NAME_LENGTH,
  QUESTION_LENGTH,
  QUESTION_STATES,
} from "@/lib/constants/questions";
import { email } from "@/lib/contracts/accounts";
import {
  calendarDate,
  currency,
  decimalString,
  instant,
  lines,
  messageResponse,
  name,
  rowId,
  storedId,
  text,
} from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { DATE_FORMATS } from "@/lib/format-date";
import { hasLink } from "@/lib/link-text";
import * as z from "@/lib/zod";

/**
 * A question to a client about a line.
 * @schema Question
 */
export const lineQuestion = z.object({
  /** The question's id. */
  id: storedId,
  line_id: storedId,
  /** expired: unanswered, and its link has run out; superseded: asked again. */
  state: z.enum(QUESTION_STATES),
  /** The email address that was asked. */
  email: z.string(),
  /** The question as mailed. */
  question: z.string(),
  /** Who asked, a username; empty when that account is gone. */
  asked_by: z.string(),
  /** When it was mailed. */
  asked_at: instant,
  /** Until when its link can be answered. */
  expires_at: instant,
  /** The answer in the client's words; empty until answered. */
  answer: z.string(),
  /** When it was answered, declined, revoked or asked again; null while it is open. */
  closed_at: instant.nullable(),
});
export type LineQuestion = z.infer<typeof lineQuestion>;

const noLink = (value: string) => !hasLink(value);

export const offeredName = name(OFFERED_NAME_LENGTH)
  .min(1)
  .refine(noLink, "A name can't be a link.");

/** What the dialog checks too. */
export const questionForm = z.object({
  /** The email address to ask. */
  email: email.meta({ examples: ["client@example.com"] }),
  /** The question, without links. */
  question: text(QUESTION_LENGTH)
    .min(1, "Enter a question.")
    .refine(
      noLink,
      "Leave out links and addresses such as example.com: the mail has a link already. Put a space after a full stop.",
    ),
  /** Names offered as answers. */
  suggestions: z.array(offeredName).max(MAX_OFFERED_NAMES),
});

/** With a link that answers it once. Replaces an open one. */
export const askClient = defineEndpoint({
  method: "POST",
  path: "/questions/ask/",
  summary: "Mail a question about a line",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["already_posted", "confirm_email_first", "not_found", "paused", "unusable_input"],
  body: questionForm.extend({ deposit_id: rowId, line_id: rowId }).partial({ suggestions: true }),
  response: messageResponse.extend({ question_id: storedId }),
});

/** Its link stops working. */
export const revokeQuestion = defineEndpoint({
  method: "POST",
  path: "/questions/revoke/",
  summary: "Withdraw an unanswered question",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["not_found", "not_waiting"],
  body: z.object({ question_id: rowId }),
  response: messageResponse,
});

const link = z.object({
  /** The end of the mailed link. In the body, since addresses end in logs. */
  token: z.string().max(200),
});

export const answerForm = z.object({
  /** The answer. */
  answer: lines(ANSWER_LENGTH).min(1, "Enter an answer."),
});

/** Returns nothing else of the company. */
export const readQuestion = defineEndpoint({
  method: "POST",
  path: "/questions/read/",
  summary: "Read the question of a mailed link",
  access: "public",
  role: "anyone",
  bySecret: true,
  problems: ["not_found"],
  body: link,
  response: z.object({
    /** The name of the company that asks. */
    company: z.string(),
    /** The question. */
    question: z.string(),
    /** Names offered as answers. */
    suggestions: z.array(z.string()),
    /** The payment processor's name. */
    processor: z.string(),
    /** The line's day. */
    date: calendarDate,
    /** How the company that asks writes dates. */
    date_format: z.enum(DATE_FORMATS),
    amount: decimalString,
    currency,
    description: z.string(),
  }),
});
export type AskedQuestion = z.infer<typeof readQuestion.response>;

/** A question is answered once. */
export const answerQuestion = defineEndpoint({
  method: "POST",
  path: "/questions/answer/",
  summary: "Answer the question of a mailed link",
  access: "public",
  role: "anyone",
  bySecret: true,
  problems: ["not_found"],
  body: link.extend(answerForm.shape),
  response: messageResponse,
});

/** The company that sent the link can't mail this address any more questions. */
export const declineQuestions = defineEndpoint({
  method: "POST",
  path: "/questions/decline/",
  summary: "Stop further questions",
  access: "public",
  role: "anyone",
  bySecret: true,
  problems: ["not_found"],
  body: link,
  response: messageResponse,
});
