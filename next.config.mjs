import { fileURLToPath } from "node:url";

/**
 * The documented paths, such as POST /user/login/api/, are served under /api and bare as well, so
 * that a client of the observed product only has to change its base address. None of these prefixes
 * has a page, except /stripe/callback, whose page is what a browser asks for; JSON goes to the API.
 */
const bareApiPaths = [
  { source: "/user/:path*", destination: "/api/user/:path*" },
  { source: "/qb/:path*", destination: "/api/qb/:path*" },
  { source: "/authorize/:path*", destination: "/api/authorize/:path*" },
  { source: "/webhooks/:path*", destination: "/api/webhooks/:path*" },
  { source: "/stripe/:path((?!callback).+)", destination: "/api/stripe/:path" },
  {
    source: "/stripe/callback",
    has: [{ type: "header", key: "content-type", value: "application/json.*" }],
    destination: "/api/stripe/callback",
  },
];

/** @type {import("next").NextConfig} */
export default {
  // The image runs the standalone build; `next start` runs the ordinary one.
  output: process.env.BUILD_STANDALONE === "1" ? "standalone" : undefined,
  outputFileTracingRoot: fileURLToPath(new URL(".", import.meta.url)),
  poweredByHeader: false,
  // Clients send the documented paths with and without a closing slash; neither is redirected.
  skipTrailingSlashRedirect: true,
  // `npm run verify` checks the types of the whole repository, tests included; twice is too slow.
  typescript: { ignoreBuildErrors: true },
  outputFileTracingIncludes: {
    // What the program expects of a database.
    "/api/health/ready": ["./prisma/migrations/**/*"],
    // The engine's threads load these by their paths.
    "/api/qb/auto-match": [
      "./node_modules/piscina/dist/**/*",
      "./node_modules/@napi-rs/nice*/**/*",
    ],
  },
  serverExternalPackages: [
    "@node-rs/argon2",
    "@opentelemetry/api",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-node",
    "@prisma/adapter-pg",
    "@prisma/client",
    "authorizenet",
    "axios",
    "intuit-oauth",
    "node-quickbooks",
    "pg",
    "pg-boss",
    "pino",
    "piscina",
    "prom-client",
    "stripe",
  ],
  async rewrites() {
    return { beforeFiles: bareApiPaths, afterFiles: [], fallback: [] };
  },
};
