import { z } from "zod";

// Runs before anything else in the browser: zod would try to compile its checks, which the page's
// content security policy refuses and reports.
z.config({ jitless: true });
