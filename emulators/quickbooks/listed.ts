import { invalidReference, notFound } from "./faults";
import type { Entity, QuickBooksState, Ref } from "./state";

/** The entry of a list that a line refers to. @throws QuickBooksFault when there is none, or it is inactive. */
export function demandListed(
  state: QuickBooksState,
  name: "Class" | "Department" | "Item" | "PaymentMethod" | "TaxCode",
  ref: Ref | undefined,
): Entity | undefined {
  if (!ref) return undefined;
  const entity = state.entities[name][ref.value];
  if (!entity) throw invalidReference(`${name}s element id ${ref.value} not found`);
  if (entity.Active === false) throw notFound(ref.value);
  return entity;
}
