import type { MetadataRoute } from "next";
import { appUrl } from "@/server/http/app-url";

// One build serves any address.
export const dynamic = "force-dynamic";

const PUBLIC_PAGES = ["/", "/login", "/signup", "/help", "/terms", "/privacy", "/api/docs"];

export default function sitemap(): MetadataRoute.Sitemap {
  return PUBLIC_PAGES.map((path) => ({ url: new URL(path, appUrl()).href }));
}
