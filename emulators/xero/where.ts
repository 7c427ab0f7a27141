import { isCalendarDate } from "@/lib/dates";
import { queryUnreadable } from "./refusals";

type Kind = "String" | "Guid" | "DateTime" | "Decimal" | "Boolean";
type Value = string | number | boolean | null;

/** What can be compared, by its path such as `Contact.ContactID`. Days and times are ISO 8601 to the second. */
export type Fields<T> = Record<string, { kind: Kind; of: (row: T) => Value | undefined }>;

interface Literal {
  kind: Kind | "null";
  value: Value;
}

const TOKEN =
  /\s*(?:("(?:[^"]|"")*")|(&&|AND\b)|([A-Za-z][\w.]*)|(-?\d+(?:\.\d+)?)|(==|!=|>=|<=|=|>|<)|([(),])|(\S))/giy;

type Token = { is: "text" | "and" | "word" | "number" | "operator" | "mark"; text: string };

/**
 * The test of a `where`: comparisons joined by AND, the form that Xero optimises.
 * @throws XeroFault QueryParseException for anything else
 */
export function whereTest<T>(text: string, fields: Fields<T>, type: string): (row: T) => boolean {
  const reader = new Reader(tokensOf(text));
  const tests = [comparison(reader, fields, type)];
  while (reader.next("and")) tests.push(comparison(reader, fields, type));
  if (!reader.isAtEnd) throw queryUnreadable("Syntax error");
  return (row) => tests.every((test) => test(row));
}

function tokensOf(text: string): Token[] {
  const kinds = ["text", "and", "word", "number", "operator", "mark"] as const;
  return [...text.trim().matchAll(TOKEN)].map(([, ...groups]) => {
    const index = groups.findIndex((group) => group !== undefined);
    const is = kinds[index];
    if (!is) throw queryUnreadable(`Syntax error '${groups[index]}'`);
    return { is, text: groups[index] ?? "" };
  });
}

class Reader {
  readonly #tokens: Token[];

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#tokens.length === 0;
  }

  next(is: Token["is"], text?: string): string | undefined {
    const [token] = this.#tokens;
    if (token?.is !== is || (text !== undefined && token.text !== text)) return undefined;
    this.#tokens.shift();
    return token.text;
  }

  demand(is: Token["is"], text?: string): string {
    const found = this.next(is, text);
    if (found === undefined)
      throw queryUnreadable(text ? `'${text}' expected` : "Expression expected");
    return found;
  }
}

function comparison<T>(reader: Reader, fields: Fields<T>, type: string): (row: T) => boolean {
  const path = reader.demand("word");
  const field = fields[path];
  if (!field) throw queryUnreadable(`No property or field '${path}' exists in type '${type}'`);
  const operator = reader.demand("operator");
  const { kind, value } = literal(reader);
  const isOrdered = !["==", "=", "!="].includes(operator);
  const isComparable = kind === field.kind || (kind === "null" && !isOrdered);
  if (!isComparable || (isOrdered && !["DateTime", "Decimal"].includes(field.kind))) {
    throw queryUnreadable(
      `Operator '${operator}' incompatible with operand types '${field.kind}' and '${kind}'`,
    );
  }
  return (row) => compared(field.of(row) ?? null, operator, value);
}

function compared(left: Value, operator: string, right: Value): boolean {
  if (operator === "==" || operator === "=") return left === right;
  if (operator === "!=") return left !== right;
  if (left === null || right === null) return false;
  if (operator === ">") return left > right;
  if (operator === ">=") return left >= right;
  return operator === "<" ? left < right : left <= right;
}

function literal(reader: Reader): Literal {
  const text = reader.next("text");
  if (text !== undefined) return { kind: "String", value: unquoted(text) };
  const number = reader.next("number");
  if (number !== undefined) return { kind: "Decimal", value: Number(number) };
  const word = reader.demand("word");
  switch (word.toLowerCase()) {
    case "null":
      return { kind: "null", value: null };
    case "true":
    case "false":
      return { kind: "Boolean", value: word.toLowerCase() === "true" };
    case "guid":
      return { kind: "Guid", value: argument(reader).toLowerCase() };
    case "datetime.parse":
      return { kind: "DateTime", value: time(argument(reader)) };
    case "datetime":
      return { kind: "DateTime", value: time(parts(reader)) };
    default:
      throw queryUnreadable("Expression expected");
  }
}

function argument(reader: Reader): string {
  reader.demand("mark", "(");
  const text = unquoted(reader.demand("text"));
  reader.demand("mark", ")");
  return text;
}

/** `(2026, 01, 31)`, with a time or without. */
function parts(reader: Reader): string {
  reader.demand("mark", "(");
  const numbers = [reader.demand("number")];
  while (reader.next("mark", ",")) numbers.push(reader.demand("number"));
  reader.demand("mark", ")");
  const [year = "", month = "", day = "", ...clock] = numbers.map((each) => each.padStart(2, "0"));
  const [hour = "00", minute = "00", second = "00"] = clock;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`;
}

function time(text: string): string {
  const [day = "", clock = "00:00:00"] = text.replace(/(\.\d+)?Z?$/, "").split("T");
  if (!isCalendarDate(day)) throw queryUnreadable(`'${text}' is not a valid DateTime`);
  return `${day}T${clock}`;
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll('""', '"');
}
