import { describe, expect, it } from "vitest";
import { readPayoutFile } from "@/components/integrations/file-queries";
import { MAX_PAYOUT_FILE_BYTES } from "@/lib/constants/payout-files";

describe("a file that can't be sent", () => {
  it.each([
    ["march.csv", MAX_PAYOUT_FILE_BYTES + 1, /^The file has 8\.4 MB; 8 MB at most/],
    ["march.csv", 0, /^The file is empty/],
    ["march.XLS", 100, /Save it as \.xlsx or CSV/],
  ])("%s of %d bytes says what to do", async (name, size, words) => {
    await expect(readPayoutFile(new File([new Uint8Array(size)], name))).rejects.toThrow(words);
  });
});
