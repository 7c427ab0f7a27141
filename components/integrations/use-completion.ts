import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/** Sends once what a provider came back with. `send` rejects where there is nothing to send. */
export function useCompletion(completion: {
  send: () => Promise<unknown>;
  onDone: () => void;
  onFailed: (error: Error) => void;
}) {
  const started = useRef(false);
  const { mutate, error } = useMutation({
    mutationFn: completion.send,
    onSuccess: completion.onDone,
    onError: completion.onFailed,
  });

  useEffect(() => {
    // The code works once, and React's strict mode runs effects twice.
    if (started.current) return;
    started.current = true;
    mutate();
  }, [mutate]);

  return { error };
}
