import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { geistMono } from "@/app/fonts";
import { PausedBanner } from "@/components/shell/paused-banner";
import { Providers } from "@/components/shell/providers";
import { appUrl } from "@/server/http/app-url";
import { pauseNotice } from "@/server/http/paused";
import "./globals.css";

const NAME = "Deposit Matcher";

export async function generateMetadata(): Promise<Metadata> {
  // Known when it runs, not when it is built: one build serves any address.
  await connection();
  return {
    metadataBase: appUrl(),
    applicationName: NAME,
    title: { default: NAME, template: `%s | ${NAME}` },
    description:
      "Match payment processor payouts to the payments in your books, check every total to the cent, and post deposits to QuickBooks or Xero.",
    openGraph: { type: "website", siteName: NAME },
    twitter: { card: "summary_large_image" },
    formatDetection: { telephone: false, address: false, email: false },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f7" },
    { media: "(prefers-color-scheme: dark)", color: "#161513" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Unique to this response (proxy.ts), so every page is rendered per request.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const pause = await pauseNotice();
  return (
    // The theme's class is set before hydration, so the server's html tag differs.
    <html
      lang="en"
      className={`${GeistSans.variable} ${geistMono.variable}`}
      suppressHydrationWarning
    >
      <body className="min-h-dvh font-sans">
        <Providers {...(nonce !== undefined && { nonce })}>
          {pause && <PausedBanner {...pause} />}
          {children}
        </Providers>
      </body>
    </html>
  );
}
