import { replaceEntry } from "@/lib/providers/list";
import { THROWAWAY } from "./descriptor";

// Imported before all else: the contracts are made from the list when they are loaded.
replaceEntry("paypal", THROWAWAY);
