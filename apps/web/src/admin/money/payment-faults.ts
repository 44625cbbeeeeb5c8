import { addPaymentInput } from "@korki/contracts/payments";
import { fieldTexts } from "@korki/contracts/texts/fields";
import { ledgerTexts } from "@korki/contracts/texts/ledger";
import { type CivilDate, isCivilDate } from "@korki/domain";
import { wholeNumber, wholeNumberRule } from "./whole-number";

const { shape } = addPaymentInput;

type TypedPayment = { moneyAmount: string; lessonAmount: string };

/** The payment form's rules for amounts and days: nothing for nothing is a slip, and days lie where they must. */
export function paymentFaults(today: () => CivilDate) {
  const money = wholeNumberRule(shape.moneyAmount);
  return {
    moneyAmount: (typed: string, { lessonAmount }: TypedPayment) =>
      money(typed) ?? (wholeNumber(typed) === 0 && wholeNumber(lessonAmount) === 0 ? fieldTexts.money : null),
    lessonAmount: wholeNumberRule(shape.lessonAmount),
    paidOn: (day: string) => {
      if (!isCivilDate(day)) return fieldTexts.date;
      return day > today() ? ledgerTexts.paidInFuture : null;
    },
    expiresOn: (day: string) => {
      if (day === "") return null;
      if (!isCivilDate(day)) return fieldTexts.date;
      return day < today() ? ledgerTexts.expiryInPast : null;
    },
  };
}
