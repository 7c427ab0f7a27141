"use client";

import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { type ReactNode, useEffect, useState } from "react";
import { Toasts } from "@/components/ui/toasts";
import { createQueryClient } from "@/lib/query-client";
import { readToken, subscribeSession } from "@/lib/session-store";

/** The context of every page: theme, server data, toasts. */
export function Providers({ children, nonce }: { children: ReactNode; nonce?: string }) {
  const [queryClient] = useState(createQueryClient);
  useState(() => allowDialogStyles(nonce));
  useEffect(() => forgetDataOfOthers(queryClient), [queryClient]);
  return (
    <ThemeProvider attribute="class" defaultTheme="system" {...(nonce !== undefined && { nonce })}>
      <QueryClientProvider client={queryClient}>
        {children}
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>
  );
}

/** Radix' dialogs lock the page's scroll by a style of their own, which carries the nonce found here. */
function allowDialogStyles(nonce: string | undefined): void {
  if (typeof window !== "undefined") Object.assign(window, { __webpack_nonce__: nonce });
}

/** Nothing that one session loaded is shown to the next one, whichever tab it began in. */
function forgetDataOfOthers(queryClient: QueryClient): () => void {
  let owner = readToken();
  return subscribeSession(() => {
    if (readToken() === owner) return;
    owner = readToken();
    if (owner === null) queryClient.clear();
    else void queryClient.resetQueries();
  });
}
