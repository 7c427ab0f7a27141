import { vi } from "vitest";

// Dozens of requests over real HTTP, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

// The logger reads the product's settings when it is loaded; nothing here depends on their values.
Object.assign(process.env, {
  DATABASE_URL: "postgresql://nobody@localhost/unused",
  APP_SECRET: "unit-tests-only-not-a-secret-0123456789",
  LOG_LEVEL: "silent",
});
