import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { TimeText } from "@/components/ui/date-text";
import type { DepositDetail } from "@/lib/contracts/deposits";

/** Who decided what, newest first as the API tells it. */
export function DepositHistory({ history }: Pick<DepositDetail, "history">) {
  if (history.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>History</CardTitle>
      </CardHeader>
      <CardContent>
        <ol className="grid gap-3 text-sm">
          {history.map(({ at, who, action, text }) => (
            <li key={`${at} ${action}`} className="flex flex-wrap justify-between gap-x-4">
              <span>{text}</span>
              <span className="text-muted-foreground">
                {who} · <TimeText at={at} />
              </span>
            </li>
          ))}
        </ol>
      </CardContent>
    </Card>
  );
}
