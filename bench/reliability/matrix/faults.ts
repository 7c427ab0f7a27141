import type { Fault } from "@/emulators/faults";
import type { Played, ProviderCall } from "./calls";

type FaultKind = Pick<Fault, "kind"> & Partial<Pick<Fault, "status" | "code" | "retryAfter">>;

/** One kind of fault. */
export interface NamedFault {
  name: string;
  effect: FaultKind;
  /** Where it applies; everywhere by default. */
  at?: (call: ProviderCall) => boolean;
  /** Repetitions of a lasting fault; twice for lists that are read in two pages. */
  atLeast?: number;
}

const STATUSES = [400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504];

const only = (provider: Played) => (call: ProviderCall) => call.provider === provider;
const isToken = ({ name }: ProviderCall) => name.startsWith("token:");
const inQuickBooks = (call: ProviderCall) => call.provider === "quickbooks" && !isToken(call);
const hasRows = ({ lists }: ProviderCall) => lists === true;

export const FAULTS: readonly NamedFault[] = [
  ...STATUSES.map((status) => ({
    name: `HTTP ${status}`,
    effect: { kind: "status" as const, status },
  })),
  {
    name: "429, Retry-After seconds",
    effect: { kind: "status", status: 429, retryAfter: 1 },
  },
  {
    name: "429, Retry-After an hour",
    effect: { kind: "status", status: 429, retryAfter: 3600 },
  },
  {
    name: "503, Retry-After a date",
    effect: { kind: "status", status: 503, retryAfter: "Wed, 21 Oct 2015 07:28:00 GMT" },
  },
  { name: "no answer", effect: { kind: "timeout" } },
  { name: "no answer, work done", effect: { kind: "timeout_after" } },
  { name: "half an answer, then nothing", effect: { kind: "half_timeout" } },
  { name: "connection cut before the work", effect: { kind: "cut" } },
  { name: "connection cut in the answer", effect: { kind: "truncated" } },
  { name: "connection cut after the work", effect: { kind: "cut_after" } },
  { name: "malformed JSON", effect: { kind: "malformed" } },
  { name: "truncated JSON", effect: { kind: "short" } },
  { name: "a web page instead", effect: { kind: "page" } },
  { name: "wrong content type", effect: { kind: "wrong_type" } },
  { name: "empty body", effect: { kind: "empty" } },
  { name: "byte order mark", effect: { kind: "bom" } },
  { name: "rows twice", effect: { kind: "double_rows" }, at: hasRows },
  { name: "rows in another order", effect: { kind: "reverse_rows" }, at: hasRows },
  { name: "overlapping pages", effect: { kind: "overlap" }, at: hasRows, atLeast: 2 },
  {
    name: "access revoked",
    effect: { kind: "revoked" },
    at: (call) => !only("authorizenet")(call),
  },
  {
    name: "access revoked",
    effect: { kind: "revoked", status: 401, code: "E00007" },
    at: only("authorizenet"),
  },
  { name: "Fault in HTTP 200", effect: { kind: "fault200", code: "6000" }, at: inQuickBooks },
  { name: "stale object (5010)", effect: { kind: "fault200", code: "5010" }, at: inQuickBooks },
  ...["E00001", "E00053", "E00104", "E00011"].map((code) => ({
    name: `${code} in HTTP 200`,
    effect: { kind: "status" as const, status: 400, code },
    at: only("authorizenet"),
  })),
];

/** What a user had to do because of a fault. Empty when the product recovered by itself. */
export const USER_ACTIONS = [
  "repeated the action",
  "restarted the sync",
  "retried the posting",
  "reconnected",
] as const;
export type UserAction = (typeof USER_ACTIONS)[number];

export interface Cell {
  call: ProviderCall;
  fault: NamedFault;
  times: number;
}

export interface Result extends Cell {
  same: boolean;
  fired: number;
  actions: UserAction[];
  /** What went wrong, if anything. */
  problem?: string;
}

/** A fault that never happened proves nothing. */
export const isGood = ({ same, fired }: Result): boolean => same && fired > 0;
