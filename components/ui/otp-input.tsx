"use client";

import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { Input } from "@/components/ui/input";
import {
  enterDigits,
  eraseDigit,
  NO_DIGITS,
  OTP_LENGTH,
  type OtpDigits,
} from "@/components/ui/otp-digits";

const BOXES = NO_DIGITS.map((_, at) => at);

interface OtpInputProps {
  label: string;
  hint: string;
  digits: OtpDigits;
  onChange: (digits: OtpDigits) => void;
}

/** Six boxes for a six-digit code; a paste or the phone's autofill fills them all. */
export function OtpInput({ label, hint, digits, onChange }: OtpInputProps) {
  const id = useId();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);

  // The code is what its page is for; a new key begins again.
  useEffect(() => boxes.current[0]?.focus(), []);

  function apply({ digits: changed, next }: { digits: OtpDigits; next: number }) {
    onChange(changed);
    boxes.current[next]?.focus();
  }

  function onKeyDown(event: KeyboardEvent, at: number) {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: OTP_LENGTH - 1 }[event.key];
    if (event.key === "Backspace") apply(eraseDigit(digits, at));
    else if (to !== undefined) boxes.current[to]?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <fieldset className="grid gap-2" aria-describedby={`${id}-hint`}>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-6 gap-2">
        {BOXES.map((at) => (
          <Input
            key={at}
            ref={(box) => {
              boxes.current[at] = box;
            }}
            aria-label={`Digit ${at + 1} of ${OTP_LENGTH}`}
            inputMode="numeric"
            autoComplete={at === 0 ? "one-time-code" : "off"}
            className="h-11 px-0 text-center tabular-nums"
            value={digits[at] ?? ""}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => onKeyDown(event, at)}
            onPaste={(event) => {
              event.preventDefault();
              apply(enterDigits(digits, at, event.clipboardData.getData("text")));
            }}
            onChange={({ target: { value } }) =>
              // Phones report an erased digit in no other way.
              apply(value === "" ? eraseDigit(digits, at) : enterDigits(digits, at, value))
            }
          />
        ))}
      </div>
      <p id={`${id}-hint`} className="text-caption text-pretty text-muted-foreground">
        {hint}
      </p>
    </fieldset>
  );
}
