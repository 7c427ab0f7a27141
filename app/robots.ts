import type { MetadataRoute } from "next";
import { appUrl } from "@/server/http/app-url";

// One build serves any address.
export const dynamic = "force-dynamic";

/** Pages behind the sign-in say by themselves that they want no index; here a robot would not read that. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: ["/", "/api/docs"], disallow: "/api/" },
    sitemap: new URL("/sitemap.xml", appUrl()).href,
  };
}
