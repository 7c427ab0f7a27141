"use client";

import { useMutation } from "@tanstack/react-query";
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  use,
  useEffect,
  useRef,
  useState,
} from "react";
import { SettingsForm } from "@/components/settings/settings-form";
import { toast } from "@/components/ui/toast";

/** A section of the form, as the bar sees it that saves them all. */
interface Section {
  /** "Accounts" */
  title: string;
  /** How many of its settings are changed. */
  changes: number;
  /** @returns what the server said to each part that it took, and whether it took them all */
  save: () => Promise<{ messages: readonly string[]; isComplete: boolean }>;
  discard: () => void;
}

type Changed = ReadonlyMap<RefObject<Section>, number>;

const ChangedContext = createContext<Dispatch<SetStateAction<Changed>>>(() => {});

/** Lets the bar of the form around it save and discard what is changed in a section. */
export function useSaveAll(section: Section): void {
  const setChanged = use(ChangedContext);
  const latest = useRef(section);
  const { changes } = section;
  useEffect(() => {
    latest.current = section;
  });
  useEffect(() => {
    if (changes === 0) return;
    setChanged((now) => new Map(now).set(latest, changes));
    return () => setChanged((now) => new Map([...now].filter(([each]) => each !== latest)));
  }, [setChanged, changes]);
}

/** One form of several sections, saved together. */
export function SaveAll({ children }: { children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const [changed, setChanged] = useState<Changed>(new Map());
  const save = useMutation({
    mutationFn: async () => {
      const results = [];
      for (const { current } of changed.keys()) {
        results.push({ title: current.title, ...(await current.save()) });
      }
      return results;
    },
    onSuccess: (results) => {
      const messages = results.flatMap((section) => section.messages);
      const complete = results.filter(({ isComplete }) => isComplete).map(({ title }) => title);
      if (complete.length === results.length) {
        toast.success(messages.length === 1 ? messages[0] : "Settings saved successfully");
        return;
      }
      if (messages.length === 0) return;
      const saved = complete.length > 0 && { description: `Saved: ${complete.join(", ")}.` };
      toast.warning("Some changes weren't saved", saved || {});
    },
  });
  // The section says what is wrong.
  useEffect(() => {
    if (!save.data?.some(({ isComplete }) => !isComplete)) return;
    form.current?.querySelector<HTMLElement>("[data-failed], [aria-invalid=true]")?.focus();
  }, [save.data]);
  return (
    <SettingsForm
      ref={form}
      changes={[...changed.values()].reduce((sum, changes) => sum + changes, 0)}
      saving={save.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
      onDiscard={() => {
        for (const { current } of changed.keys()) current.discard();
      }}
    >
      <ChangedContext value={setChanged}>{children}</ChangedContext>
    </SettingsForm>
  );
}

/** What kept changes of a section from being saved; gets the focus. */
export function NotSaved({
  text,
  errors,
}: {
  /** "Couldn't save the accounts" */
  text: string;
  errors: ReadonlyMap<string, Error>;
}) {
  if (errors.size === 0) return null;
  const messages = new Set([...errors.values()].map(({ message }) => message));
  return (
    <p
      role="alert"
      tabIndex={-1}
      data-failed
      className="scroll-mt-40 rounded-sm text-sm text-destructive"
    >
      {`${text}. ${[...messages].join(" ")}`}
    </p>
  );
}
