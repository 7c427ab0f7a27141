import { vi } from "vitest";

// Dozens of requests over real HTTP, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });
