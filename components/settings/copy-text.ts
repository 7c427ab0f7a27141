import { toast } from "@/components/ui/toast";

/** Puts text on the clipboard; browsers allow it on secure addresses (https, localhost) alone. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success("Copied");
  } catch {
    toast.error("Your browser does not let this page copy. Select the text and copy it yourself.");
  }
}
