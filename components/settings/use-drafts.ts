import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CONNECTIONS, refreshBooks } from "@/components/deposit-parts/refresh-books";
import { toast } from "@/components/ui/toast";

/**
 * Changes to settings that are stored in several parts, kept until they are saved together.
 *
 * @param saved what is stored, by part
 * @param save stores one part; they go one after the other, and what is stored stays so when a later one fails
 */
export function useDrafts<Body extends object>({
  saved,
  save,
  queryKey,
  failed,
}: {
  saved: ReadonlyMap<string, Body>;
  save: (body: Body) => Promise<{ message: string }>;
  queryKey: QueryKey;
  /** "Couldn't save the accounts" */
  failed: string;
}) {
  const client = useQueryClient();
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Body>>(new Map());
  const [round, setRound] = useState(0);
  const changed = [...drafts].filter(
    ([key, body]) => JSON.stringify(body) !== JSON.stringify(saved.get(key)),
  );
  const discard = () => {
    setDrafts(new Map());
    setRound(round + 1);
  };
  const run = useMutation({
    mutationFn: async (bodies: readonly Body[]) => {
      const messages: string[] = [];
      for (const body of bodies) messages.push((await save(body)).message);
      return messages;
    },
    onSuccess: (messages) =>
      toast.success(messages.length === 1 ? messages[0] : "Settings saved successfully"),
    onError: (error) => toast.error(failed, { description: error.message }),
    onSettled: async (messages) => {
      await Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: CONNECTIONS }),
      ]);
      if (messages) discard();
      void refreshBooks(client);
    },
  });
  return {
    valueOf: (key: string) => drafts.get(key) ?? saved.get(key),
    change: (key: string, part: Partial<Body>) => {
      const before = drafts.get(key) ?? saved.get(key);
      if (before) setDrafts(new Map(drafts).set(key, { ...before, ...part }));
    },
    dirty: changed.length > 0,
    saving: run.isPending,
    submit: () => run.mutate(changed.map(([, body]) => body)),
    discard,
    /** Another one after each discarding: for controls that keep text of their own. */
    round,
  };
}
