import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { AccountChoice } from "@/components/deposit-parts/account-choice";
import { ConfidenceMeter } from "@/components/deposit-parts/confidence-meter";
import { EvidenceList } from "@/components/deposit-parts/evidence-list";
import { kindName } from "@/components/deposit-parts/kind-name";
import { PaymentName } from "@/components/deposit-parts/match-pair";
import { MoneyInWarning } from "@/components/deposit-parts/money-in-warning";
import { NO_TAGS, TagFields } from "@/components/deposit-parts/tag-fields";
import { useCheckAgain } from "@/components/deposit-parts/use-undo";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { AccountGroup } from "@/lib/constants/bookings";
import { DIFFERENCE_NOTE_LENGTH } from "@/lib/constants/matches";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { matchLine } from "@/lib/contracts/planned-payments";
import { toWireDecimal } from "@/lib/money";
import { choiceMarks } from "./choice-marks";
import type { DetailLine } from "./entries";
import { differenceOf, type Fit } from "./fits";
import { LineKey } from "./line-key";
import { useMatchLine } from "./queries";

/** Payments in the books that come close: how likely they are, why, and what speaks against them. */
export function CandidateFit({
  deposit,
  line,
  fit,
  isBest,
  isMistake,
  digit,
  onDone,
}: {
  deposit: DepositDetail["deposit"];
  line: DetailLine;
  fit: Fit & { type: "payments" };
  isBest: boolean;
  /** It is the line's payment with a wrong amount: what is wrong in the books is corrected there. */
  isMistake: boolean;
  /** The key that presses its button. */
  digit: number;
  onDone: () => void;
}) {
  const match = useMatchLine(onDone);
  const [isAsking, setAsking] = useState(false);
  const ledger = useLedger();
  const difference = differenceOf(line, fit.payments, deposit.currency);
  const [payment] = fit.payments;
  const corrected = isMistake && difference !== 0 && payment?.quickbooks_url ? payment : null;
  const [wasOpened, setOpened] = useState(false);
  useCheckOnReturn(deposit.id, wasOpened);
  const body = {
    deposit_id: deposit.id,
    line_id: line.id,
    payment_ids: fit.payments.map(({ Id }) => Id),
  };
  return (
    <div className="grid gap-2 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <ul className="min-w-0 flex-1 basis-56">
          {fit.payments.map((payment) => (
            <li
              key={`${payment.kind} ${payment.Id}`}
              className="flex min-w-0 items-baseline justify-between gap-3"
            >
              <span className="min-w-0">
                <span className="block font-medium break-words">
                  {payment.CustomerName || "No customer"}
                </span>
                <span className="text-muted-foreground">
                  <PaymentName payment={payment} /> · <DateText date={payment.TxnDate} />
                </span>
              </span>
              <Amount value={payment.TotalAmt} currency={deposit.currency} />
            </li>
          ))}
        </ul>
        <div className="flex items-center gap-3 max-sm:w-full max-sm:flex-wrap max-sm:justify-between">
          {fit.chosen_before ? (
            <p className="text-caption font-medium">You chose this before</p>
          ) : (
            <ConfidenceMeter match={{ probability: fit.probability, origin: "suggestion" }} />
          )}
          {corrected ? (
            <Button asChild size="sm" {...choiceMarks(true, digit)}>
              <a
                href={corrected.quickbooks_url}
                target="_blank"
                rel="noreferrer"
                onClick={() => setOpened(true)}
              >
                {`Open ${kindName(ledger, corrected.kind)} ${corrected.number} in ${ledger.name}`}
                <span className="sr-only"> (opens in a new tab)</span>
                <LineKey of="↵" />
              </a>
            </Button>
          ) : (
            <Button
              size="sm"
              variant={isBest && !isAsking ? "default" : "outline"}
              loading={match.isPending && !isAsking}
              aria-label={`Choose ${fit.payments[0]?.CustomerName ?? ""}`}
              {...choiceMarks(isBest, digit)}
              {...(difference !== 0 && { "aria-expanded": isAsking })}
              onClick={() => (difference === 0 ? match.mutate(body) : setAsking(!isAsking))}
            >
              Choose
              <LineKey of={isBest ? "↵" : String(digit)} />
            </Button>
          )}
        </div>
      </div>
      <EvidenceList evidence={fit.evidence.filter(({ text }) => !fit.against.includes(text))} />
      {fit.against.length > 0 && (
        <ul className="grid gap-1 text-caption text-muted-foreground">
          {fit.against.map((text) => (
            <li key={text} className="flex items-start gap-1.5">
              <TriangleAlert
                role="img"
                aria-label="Speaks against it:"
                className="mt-0.75 size-3.5 shrink-0 text-warning"
              />
              {text}
            </li>
          ))}
        </ul>
      )}
      {corrected && (
        <Button
          size="sm"
          variant="link"
          className="h-auto justify-self-start p-0 text-muted-foreground"
          aria-expanded={isAsking}
          onClick={() => setAsking(!isAsking)}
        >
          Book the difference of{" "}
          <Amount value={toWireDecimal(difference, deposit.currency)} currency={deposit.currency} />{" "}
          instead
        </Button>
      )}
      {isAsking && (
        <DifferenceForm
          amount={difference}
          currency={deposit.currency}
          sending={match.isPending}
          onSend={(chosen) => match.mutate({ ...body, ...chosen })}
        />
      )}
      {match.error && (
        <p role="alert" className="text-caption text-destructive">
          {match.error.message}
        </p>
      )}
    </div>
  );
}

/** Looks whether the payment was corrected, each time the user comes back from the books. */
function useCheckOnReturn(depositId: number, wasOpened: boolean): void {
  const { mutate } = useCheckAgain();
  useEffect(() => {
    if (!wasOpened) return;
    const check = () => mutate(depositId);
    window.addEventListener("focus", check);
    return () => window.removeEventListener("focus", check);
  }, [wasOpened, depositId, mutate]);
}

type Difference = Pick<
  BodyOf<typeof matchLine>,
  "difference_account_id" | "difference_customer" | "difference_class" | "difference_note"
>;

/** What a payment and a line differ by goes to an account of the user's choice, with customer, class and note. */
function DifferenceForm({
  amount,
  currency,
  sending,
  onSend,
}: {
  /** Minor units; positive when the processor paid more than the books say. */
  amount: number;
  currency: string;
  sending: boolean;
  onSend: (chosen: Difference) => void;
}) {
  const [account, setAccount] = useState<{ Id: string; Name: string; group: AccountGroup } | null>(
    null,
  );
  const [tags, setTags] = useState(NO_TAGS);
  const [note, setNote] = useState("");
  const { customer, class: ofClass } = tags;
  return (
    <div className="grid gap-3">
      <Field
        label={
          <span>
            Record the <Amount value={toWireDecimal(amount, currency)} currency={currency} />{" "}
            difference to
          </span>
        }
      >
        {(control) => (
          <AccountChoice
            {...control}
            chosen={account}
            none="Choose an account"
            currency={currency}
            onChoose={setAccount}
          />
        )}
      </Field>
      {account && amount > 0 && <MoneyInWarning account={account} />}
      {account && (
        <>
          <TagFields tags={tags} onChange={setTags} />
          <Field label="Note (optional)">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={DIFFERENCE_NOTE_LENGTH}
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
            )}
          </Field>
        </>
      )}
      <Button
        size="sm"
        className="w-fit"
        disabled={account === null}
        loading={sending}
        onClick={() =>
          account &&
          onSend({
            difference_account_id: account.Id,
            difference_note: note,
            ...(customer && { difference_customer: customer }),
            ...(ofClass && { difference_class: ofClass }),
          })
        }
      >
        Choose and record the difference
      </Button>
    </div>
  );
}
