import type { MetadataRoute } from "next";
import { appUrl } from "@/server/http/app-url";

// One build serves any address.
export const dynamic = "force-dynamic";

/** Pages behind the sign-in carry their own noindex, which a robot that is blocked here would not read. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: ["/", "/api/docs"], disallow: "/api/" },
    sitemap: new URL("/sitemap.xml", appUrl()).href,
  };
}
