import { askBeforeCalls } from "@/server/providers/observe-call";

// These files share a process without an installation: whatever an earlier one has built, providers are called here.
askBeforeCalls(async () => {});
