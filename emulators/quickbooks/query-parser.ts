import { QuickBooksFault } from "./faults";

type Operator = "=" | "<" | ">" | "<=" | ">=" | "in" | "like";

export interface Condition {
  field: string;
  operator: Operator;
  values: string[];
}

interface ParsedQuery {
  /** Empty for `*`. */
  fields: string[];
  count: boolean;
  entity: string;
  conditions: Condition[];
  order: { field: string; descending: boolean }[];
  start: number;
  limit: number;
}

interface Token {
  kind: "word" | "text" | "sign";
  value: string;
  column: number;
}

const TOKEN = /\s*(?:'((?:[^'\\]|\\.)*)'|(<=|>=|[=<>(),*])|([^\s'<>=(),*]+))/y;
const DEFAULT_LIMIT = 100;
const MOST = 1000;

/**
 * Reads QuickBooks' query language:
 * `select *|count(*)|fields from Entity [where a op b and …] [orderby f [asc|desc]] [startposition n]
 * [maxresults n]`, keywords in any case, strings in single quotes.
 * @throws QuickBooksFault 4000 where the text stops being a query.
 */
export function parseQuery(text: string): ParsedQuery {
  return new Parser(tokenize(text)).query();
}

function parseError(token: Token | undefined): QuickBooksFault {
  const found = token
    ? `" <IDENTIFIER> "${token.value} "" at line 1, column ${token.column}`
    : '"<EOF>"';
  return new QuickBooksFault(
    "4000",
    "Error parsing query",
    `QueryParserError: Encountered ${found}.`,
  );
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const trimmed = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const column = TOKEN.lastIndex + 1;
    const match = TOKEN.exec(trimmed);
    if (!match) throw parseError({ kind: "sign", value: trimmed.slice(column - 1), column });
    const [, quoted, sign, word] = match;
    if (quoted !== undefined) {
      tokens.push({ kind: "text", value: quoted.replace(/\\(.)/g, "$1"), column });
    } else {
      tokens.push({ kind: sign ? "sign" : "word", value: sign ?? word ?? "", column });
    }
  }
  return tokens;
}

class Parser {
  readonly #tokens: Token[];
  #next = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  query(): ParsedQuery {
    this.#keyword("select");
    const { count, fields } = this.#selection();
    this.#keyword("from");
    const parsed: ParsedQuery = {
      fields,
      count,
      entity: this.#word(),
      conditions: [],
      order: [],
      start: 1,
      limit: DEFAULT_LIMIT,
    };
    if (this.#accept("where")) {
      do parsed.conditions.push(this.#condition());
      while (this.#accept("and"));
    }
    if (this.#accept("orderby") || (this.#accept("order") && this.#accept("by"))) {
      do parsed.order.push(this.#ordering());
      while (this.#sign(","));
    }
    if (this.#accept("startposition")) parsed.start = this.#number(1, Number.MAX_SAFE_INTEGER);
    if (this.#accept("maxresults")) parsed.limit = this.#number(1, MOST);
    if (this.#peek()) throw parseError(this.#peek());
    return parsed;
  }

  #selection(): { count: boolean; fields: string[] } {
    if (this.#sign("*")) return { count: false, fields: [] };
    const first = this.#word();
    if (first.toLowerCase() === "count" && this.#sign("(")) {
      if (!this.#sign("*") || !this.#sign(")")) throw parseError(this.#peek());
      return { count: true, fields: [] };
    }
    const fields = [first];
    while (this.#sign(",")) fields.push(this.#word());
    return { count: false, fields };
  }

  #condition(): Condition {
    const field = this.#word();
    if (this.#accept("in")) {
      if (!this.#sign("(")) throw parseError(this.#peek());
      const values = [this.#value()];
      while (this.#sign(",")) values.push(this.#value());
      if (!this.#sign(")")) throw parseError(this.#peek());
      return { field, operator: "in", values };
    }
    if (this.#accept("like")) return { field, operator: "like", values: [this.#value()] };
    for (const operator of ["=", "<=", ">=", "<", ">"] as const) {
      if (this.#sign(operator)) return { field, operator, values: [this.#value()] };
    }
    throw parseError(this.#peek());
  }

  #ordering(): { field: string; descending: boolean } {
    const field = this.#word();
    const descending = this.#accept("desc");
    if (!descending) this.#accept("asc");
    return { field, descending };
  }

  #number(least: number, most: number): number {
    const token = this.#peek();
    const value = Number(this.#word());
    if (!Number.isInteger(value) || value < least || value > most) throw parseError(token);
    return value;
  }

  #value(): string {
    const token = this.#take();
    if (!token || token.kind === "sign") throw parseError(token);
    return token.value;
  }

  #word(): string {
    const token = this.#take();
    if (token?.kind !== "word") throw parseError(token);
    return token.value;
  }

  #keyword(word: string): void {
    if (!this.#accept(word)) throw parseError(this.#peek());
  }

  #accept(word: string): boolean {
    const token = this.#peek();
    if (token?.kind !== "word" || token.value.toLowerCase() !== word) return false;
    this.#next += 1;
    return true;
  }

  #sign(sign: string): boolean {
    const token = this.#peek();
    if (token?.kind !== "sign" || token.value !== sign) return false;
    this.#next += 1;
    return true;
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #take(): Token | undefined {
    const token = this.#peek();
    this.#next += 1;
    return token;
  }
}
