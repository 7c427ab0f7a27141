import { badRequest } from "./errors";
import type { StripeState } from "./state";

type Fields = Record<string, unknown>;

const EXPANDABLE = new Set([
  "source",
  "customer",
  "charge",
  "balance_transaction",
  "failure_balance_transaction",
  "destination",
  "invoice",
  "original_payout",
  "reversed_by",
]);
const DEPTH = 4;

/**
 * A copy of `body` with objects in place of ids along every `expand` path (`data.source.customer`). A step
 * that one kind of source doesn't have is skipped, as in a list of mixed sources.
 * @throws StripeFault 400 for a property that cannot be expanded, or more than four levels.
 */
export function expanded(body: object, paths: readonly string[], state: StripeState): object {
  const copy = structuredClone(body);
  for (const path of paths) {
    const steps = path.split(".");
    const levels = steps[0] === "data" ? steps.slice(1) : steps;
    if (steps.length > DEPTH) {
      throw badRequest(
        `You cannot expand more than ${DEPTH} levels of a property. Property: ${path}`,
        undefined,
        "expand",
      );
    }
    const unknown = levels.length === 0 || levels.some((step) => !EXPANDABLE.has(step));
    const items = "data" in copy && Array.isArray(copy.data) ? (copy.data as Fields[]) : undefined;
    if (unknown || (items !== undefined) !== (steps[0] === "data")) {
      throw badRequest(`This property cannot be expanded (${path}).`, undefined, "expand");
    }
    for (const target of items ?? [copy as Fields]) expandOne(target, levels, state);
  }
  return copy;
}

function expandOne(target: Fields, steps: readonly string[], state: StripeState): void {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  const value = target[step];
  const inner = typeof value === "string" ? structuredClone(lookUp(value, state)) : value;
  if (typeof inner !== "object" || inner === null) return;
  target[step] = inner;
  expandOne(inner as Fields, rest, state);
}

/** Any object by its id; undefined for kinds that the emulator does not store. */
function lookUp(id: string, state: StripeState): object | undefined {
  const shelves: Record<string, readonly { id: string }[]> = {
    ch: state.charges,
    re: state.refunds,
    du: state.disputes,
    cus: state.customers,
    po: state.payouts,
    txn: state.balanceTransactions,
    ba: state.bankAccounts,
    in: state.invoices ?? [],
  };
  const shelf = shelves[id.split("_")[0] ?? ""];
  return shelf && found(shelf, id);
}

/** Where each object is. Searching 24,000 charges took longer than all else in a call. */
const places = new WeakMap<readonly { id: string }[], Map<string, number>>();

function found(shelf: readonly { id: string }[], id: string): object | undefined {
  const known = places.get(shelf) ?? new Map<string, number>();
  places.set(shelf, known);
  for (let index = known.size; index < shelf.length; index += 1) {
    known.set(shelf[index]?.id ?? "", index);
  }
  const item = shelf[known.get(id) ?? -1];
  // Objects may have been replaced or removed since.
  return item?.id === id ? item : shelf.find((each) => each.id === id);
}
