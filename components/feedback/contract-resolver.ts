import { useEffect, useState } from "react";
import type { FieldErrors, FieldValues, Resolver, ResolverError } from "react-hook-form";
import type { z } from "zod";
import { toast } from "@/components/ui/toast";
import { whenOnline } from "@/lib/when-online";

type FormResolver<Input extends FieldValues, Output> = Resolver<Input, unknown, Output>;
type Load<Input, Output> = () => Promise<z.ZodType<Output, Input>>;

const OFFLINE = "No connection to the server.";
const FAILED = "This could not be loaded. Check the connection, then reload the page.";

/**
 * Checks a form by a schema of the contracts. Its code, and zod's, comes after the page: it is fetched
 * as soon as somebody touches the page or a key. `load` imports it, and counts as it is at the first
 * render.
 */
export function useContractResolver<Input extends FieldValues, Output>(
  load: Load<Input, Output>,
): FormResolver<Input, Output> {
  const [{ resolver, fetchAhead }] = useState(() => contractResolver(load));
  useEffect(() => atFirstSign(fetchAhead), [fetchAhead]);
  return resolver;
}

const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** Calls once, when somebody is there; returns the way to stop waiting. */
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

  async function fetchCode(): Promise<FormResolver<Input, Output>> {
    for (;;) {
      await whenOnline();
      try {
        const [{ zodResolver }, schema] = await Promise.all([
          import("@hookform/resolvers/zod"),
          load(),
        ]);
        isLoaded = true;
        return zodResolver(schema);
      } catch (error) {
        if (navigator.onLine) throw error;
      }
    }
  }

  function ready(): Promise<FormResolver<Input, Output>> {
    loading ??= fetchCode().catch((error: unknown) => {
      // The next one tries again.
      loading = undefined;
      throw error;
    });
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
    // Pressed again meanwhile: only the last one counts.
    if (waits && turn !== turns) return unchecked();
    return resolve(values, context, options);
  };

  // Checking tells when it fails.
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
