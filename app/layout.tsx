import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Deposit Matcher", template: "%s | Deposit Matcher" },
  description: "Match payment processor deposits to the payments in your books, to the cent.",
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f7" },
    { media: "(prefers-color-scheme: dark)", color: "#161513" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Of this answer alone (proxy.ts), so every page is rendered when it is asked for.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    // The theme's class is set before hydration, so the server's html tag differs.
    <html
      lang="en"
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      suppressHydrationWarning
    >
      <body className="min-h-dvh font-sans">
        <Providers {...(nonce !== undefined && { nonce })}>{children}</Providers>
      </body>
    </html>
  );
}
