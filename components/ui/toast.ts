import type { ExternalToast, toast as sonner } from "sonner";

type Sonner = typeof sonner;
type Text = Parameters<Sonner>[0];
type Kind = "message" | "success" | "info" | "warning" | "error";

/** The toaster is loaded after the page (toasts.tsx); toasts requested before that are queued. */
let standing: Sonner | null = null;
let waiting: ((sonner: Sonner) => void)[] = [];
let ask = () => {};
let count = 0;

export const firstToast = new Promise<void>((resolve) => {
  ask = resolve;
});

/** Shows queued and further toasts through `by`. @returns a function that ends this */
export function showToasts(by: Sonner): () => void {
  standing = by;
  for (const show of waiting) show(by);
  waiting = [];
  return () => {
    standing = null;
  };
}

/** One with the id of another takes its place, as with sonner. */
function say(kind: Kind): (text: Text, more?: ExternalToast) => string | number {
  return (text, more) => {
    count += 1;
    const id = more?.id ?? `toast-${count}`;
    const show = (by: Sonner) => void by[kind](text, { ...more, id });
    if (standing) show(standing);
    else waiting.push(show);
    ask();
    return id;
  };
}

/** Says something in a corner of the page for a few seconds. */
export const toast = Object.assign(say("message"), {
  success: say("success"),
  info: say("info"),
  warning: say("warning"),
  error: say("error"),
});
