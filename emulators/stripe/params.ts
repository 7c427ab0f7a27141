import { badRequest } from "./errors";

type Range = { gt?: number; gte?: number; lt?: number; lte?: number } | number;

/** An endpoint's parameters. An unlisted name is refused, as Stripe does. */
type ParamKind = "string" | "integer" | "range" | "list" | "fields";
export type ParamSpec = Record<string, ParamKind>;

export interface Params {
  strings: Record<string, string>;
  ranges: Record<string, Range>;
  expand: string[];
  limit: number;
}

export const PAGED: ParamSpec = {
  limit: "integer",
  starting_after: "string",
  ending_before: "string",
  expand: "list",
};

const BOUND = /^(gt|gte|lt|lte)$/;

/**
 * Reads `limit=3`, `created[gte]=1700000000`, `expand[]=data.source` and `expand[0]=…`.
 * @param behind seconds that Stripe's day is behind the caller's clock: it asks for what was created by its own.
 * @throws StripeFault 400 in Stripe's wording for an unknown name or a value of the wrong kind.
 */
export function readParams(query: URLSearchParams, spec: ParamSpec, behind = 0): Params {
  const params: Params = { strings: {}, ranges: {}, expand: [], limit: 10 };
  for (const [key, value] of query) {
    const [, name = key, bracket] = /^([^[\]]+)(?:\[([^\]]*)\])?$/.exec(key) ?? [];
    const kind = spec[name];
    if (!kind) throw badRequest(`Received unknown parameter: ${name}`, "parameter_unknown", name);
    if (value === "") {
      throw badRequest(
        `You passed an empty string for '${key}'. We assume empty values are an attempt to unset a parameter; however '${key}' cannot be unset. You should remove '${key}' from your request or supply a non-empty value.`,
        "parameter_invalid_empty",
        key,
      );
    }
    if (kind === "list") {
      if (bracket === undefined) throw badRequest("Invalid array", undefined, name);
      params.expand.push(value);
    } else if (kind === "range") {
      const bound = readInteger(key, value) - (name === "created" ? behind : 0);
      readRange(params.ranges, name, bracket, bound);
    } else if (kind === "fields") {
      params.strings[`${name}.${bracket ?? ""}`] = value;
    } else if (bracket !== undefined) {
      throw badRequest(`Invalid string: ${JSON.stringify({ [bracket]: value })}`, undefined, name);
    } else if (kind === "integer") {
      params.limit = readLimit(name, value);
    } else {
      params.strings[name] = value;
    }
  }
  return params;
}

function readRange(
  ranges: Record<string, Range>,
  name: string,
  bracket: string | undefined,
  number: number,
): void {
  if (bracket === undefined) {
    ranges[name] = number;
    return;
  }
  if (!BOUND.test(bracket)) {
    const param = `${name}[${bracket}]`;
    throw badRequest(`Received unknown parameter: ${param}`, "parameter_unknown", param);
  }
  const known = ranges[name];
  ranges[name] = { ...(typeof known === "object" ? known : {}), [bracket]: number };
}

function readLimit(name: string, value: string): number {
  const limit = readInteger(name, value);
  if (limit >= 1 && limit <= 100) return limit;
  const message =
    limit < 1
      ? "This value must be greater than or equal to 1."
      : "This value must be less than or equal to 100.";
  throw badRequest(message, "parameter_invalid_integer", name);
}

function readInteger(name: string, value: string): number {
  if (!/^-?\d+$/.test(value)) {
    throw badRequest(`Invalid integer: ${value}`, "parameter_invalid_integer", name);
  }
  return Number(value);
}

export function within(range: Range | undefined, value: number): boolean {
  if (range === undefined) return true;
  if (typeof range === "number") return value === range;
  return (
    (range.gt === undefined || value > range.gt) &&
    (range.gte === undefined || value >= range.gte) &&
    (range.lt === undefined || value < range.lt) &&
    (range.lte === undefined || value <= range.lte)
  );
}
