import localFont from "next/font/local";

/**
 * As `geist/font/mono`, but not fetched ahead of time: most pages have nothing in it, and it weighs as much
 * as the font that all of them are written in.
 */
export const geistMono = localFont({
  src: "../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2",
  variable: "--font-geist-mono",
  weight: "100 900",
  adjustFontFallback: false,
  preload: false,
});
