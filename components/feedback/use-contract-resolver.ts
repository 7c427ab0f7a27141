import { useEffect, useState } from "react";
import type {
  FieldErrors,
  FieldValues,
  Path,
  Resolver,
  ResolverError,
  UseFormReturn,
} from "react-hook-form";
import type { z } from "zod";
import { toast } from "@/components/ui/toast";
import { ApiError } from "@/lib/api-errors";
import { fetchCode } from "@/lib/fetch-code";

type FormResolver<Input extends FieldValues, Output> = Resolver<Input, unknown, Output>;
type Load<Input, Output> = () => Promise<z.ZodType<Output, Input>>;

/** A press that fails says so; the next one is the next try. */
const ONE_TRY = 1;
const OFFLINE = "No connection to the server.";
const FAILED = "Couldn't load this. Check your connection, then reload the page.";

/**
 * Validates a form by a schema of the contracts. The schema and zod are loaded after the page, on the first
 * pointer, key or focus event. `load` imports the schema; only its value at the first render counts.
 */
export function useContractResolver<Input extends FieldValues, Output>(
  load: Load<Input, Output>,
): FormResolver<Input, Output> {
  const [{ resolver, fetchAhead }] = useState(() => contractResolver(load));
  useEffect(() => atFirstSign(fetchAhead), [fetchAhead]);
  return resolver;
}

const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** Calls `act` once, at the first sign of the user. @returns a function that stops waiting */
function atFirstSign(act: () => void): () => void {
  const waiting = new AbortController();
  const { signal } = waiting;
  const once = () => {
    waiting.abort();
    act();
  };
  for (const sign of SIGNS) document.addEventListener(sign, once, { signal, passive: true });
  return () => waiting.abort();
}

/** What the hook is made of: a resolver that waits for its schema, and the way to fetch that early. */
export function contractResolver<Input extends FieldValues, Output>(load: Load<Input, Output>) {
  let isLoaded = false;
  let loading: Promise<FormResolver<Input, Output>> | undefined;

  function ready(): Promise<FormResolver<Input, Output>> {
    loading ??= fetchCode(
      () => Promise.all([import("@hookform/resolvers/zod"), load()]),
      ONE_TRY,
    ).then(
      ([{ zodResolver }, schema]) => {
        isLoaded = true;
        return zodResolver(schema);
      },
      (error: unknown) => {
        // The next press tries again.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  let turns = 0;

  const resolver: FormResolver<Input, Output> = async (values, context, options) => {
    turns += 1;
    const turn = turns;
    const waits = !isLoaded;
    if (waits && !navigator.onLine) return refuse(OFFLINE);
    const resolve = await ready().catch(() => undefined);
    if (!resolve) return refuse(FAILED);
    // Submitted again during the load: only the last submission counts.
    if (waits && turn !== turns) return unchecked();
    return resolve(values, context, options);
  };

  // Checking the form reports the failure.
  const fetchAhead = () => void ready().catch(() => undefined);
  return { resolver, fetchAhead };
}

function refuse<Input extends FieldValues>(text: string): ResolverError<Input> {
  toast.error(text, { id: text });
  return unchecked();
}

/** An error of no field: nothing is sent. */
function unchecked<Input extends FieldValues>(): ResolverError<Input> {
  const errors: FieldErrors = { root: {} };
  return { values: {}, errors: errors as FieldErrors<Input> };
}

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
