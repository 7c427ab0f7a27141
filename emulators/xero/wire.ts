import { randomUUID } from "node:crypto";
import { type CalendarDate, toDayNumber } from "@/lib/dates";
import { type Call, parseJson } from "../http/call";
import { json, type Reply, xml } from "../http/reply";
import type { Books } from "./state";

const DATE = /^\/Date\((\d+)(?:[+-]\d{4})?\)\/$/;

/** A calendar day: midnight UTC, whatever the organisation's zone. */
export function wireDate(books: Books, date: CalendarDate): string {
  return milliseconds(books, toDayNumber(date) * 86_400_000);
}

/** A moment. @param at ISO 8601 */
export function wireTime(books: Books, at: string): string {
  return milliseconds(books, Date.parse(at));
}

function milliseconds({ behaviour }: Books, at: number): string {
  return behaviour.dates === "plain" ? `/Date(${at})/` : `/Date(${at}+0000)/`;
}

/** A good answer around its rows. */
export function envelope(content: object, now: Date): Reply {
  return json(200, {
    Id: randomUUID(),
    Status: "OK",
    ProviderName: "Deposit Matcher",
    DateTimeUTC: `/Date(${now.getTime()})/`,
    ...content,
  });
}

/** The answer in XML, unless the caller asked for JSON. What isn't JSON, as a text, stays. */
export function inAskedForm({ headers }: Call, reply: Reply): Reply {
  if (headers.accept?.includes("application/json")) return reply;
  const body = parseJson(reply.body);
  if (typeof body !== "object" || body === null) return reply;
  const root = "ErrorNumber" in body ? "ApiException" : "Response";
  return {
    ...reply,
    ...xml(reply.status, `<?xml version="1.0" encoding="utf-8"?>${element(root, body)}`),
    headers: { ...reply.headers, "content-type": "text/xml; charset=utf-8" },
  };
}

function element(name: string, value: unknown): string {
  return `<${name}>${content(name, value)}</${name}>`;
}

function content(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => element(singular(name), each)).join("");
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([key, inner]) => element(key, inner))
      .join("");
  }
  const [, at] = DATE.exec(String(value)) ?? [];
  if (at) return new Date(Number(at)).toISOString().slice(0, 19);
  return String(value ?? "").replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function singular(name: string): string {
  if (name.endsWith("ies")) return `${name.slice(0, -3)}y`;
  return name.endsWith("ses") ? name.slice(0, -2) : name.replace(/s$/, "");
}
