import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError } from "@/lib/api-errors";

/** Puts what the server says about single fields under them, where it stays. */
export function showFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  names: readonly Path<Values>[],
  error: unknown,
): void {
  if (!(error instanceof ApiError)) return;
  const named = names.filter((name) => error.fields[name] !== undefined);
  for (const name of named) form.setError(name, { message: error.fields[name] ?? "" });
  if (named[0] !== undefined) form.setFocus(named[0], { shouldSelect: true });
}
