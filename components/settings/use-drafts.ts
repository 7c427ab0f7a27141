import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshBooks } from "@/components/deposit-parts/refresh-books";
import { useSaveAll } from "@/components/settings/save-all";

/**
 * Changes to a section whose settings are stored in one part or several, kept until the bar saves them.
 *
 * @param title as the section is headed
 * @param saved what is stored, by part
 * @param save stores one part; they go one after the other, and one that fails keeps its changes
 * @param shownBy the queries that show what is stored
 */
export function useDrafts<Body extends object>({
  title,
  saved,
  save,
  shownBy,
}: {
  title: string;
  saved: ReadonlyMap<string, Body>;
  save: (body: Body) => Promise<{ message: string }>;
  shownBy: readonly QueryKey[];
}) {
  const client = useQueryClient();
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Body>>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<string, Error>>(new Map());
  const [round, setRound] = useState(0);
  const valueAt = (key: string) => drafts.get(key) ?? saved.get(key);
  useSaveAll({
    title,
    changes: [...drafts].reduce((sum, [key, body]) => sum + countChanges(body, saved.get(key)), 0),
    save: async () => {
      const messages: string[] = [];
      const failed = new Map<string, Error>();
      for (const [key, body] of drafts) {
        if (countChanges(body, saved.get(key)) === 0) continue;
        await save(body).then(
          ({ message }) => messages.push(message),
          (error: Error) => failed.set(key, error),
        );
      }
      await Promise.all(shownBy.map((queryKey) => client.invalidateQueries({ queryKey })));
      // What was changed meanwhile stays.
      const isDone = (key: string, body: Body) => !failed.has(key) && body === drafts.get(key);
      setDrafts((now) => new Map([...now].filter(([key, body]) => !isDone(key, body))));
      setErrors(failed);
      void refreshBooks(client);
      return { messages, isComplete: failed.size === 0 };
    },
    discard: () => {
      setDrafts(new Map());
      setErrors(new Map());
      setRound(round + 1);
    },
  });
  return {
    valueAt,
    change: (key: string, part: Partial<Body>) => {
      const before = valueAt(key);
      if (!before) return;
      setDrafts(new Map(drafts).set(key, { ...before, ...part }));
      setErrors(new Map([...errors].filter(([failed]) => failed !== key)));
    },
    /** Why parts weren't saved, until they are changed again. */
    errors,
    /** Another one after each discarding: for controls that keep text of their own. */
    round,
  };
}

/** How many fields of a part differ from what is stored. */
export function countChanges(body: object, saved: object = {}): number {
  const stored = new Map<string, unknown>(Object.entries(saved));
  const differs = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(stored.get(field));
  return Object.entries(body).filter(differs).length;
}
