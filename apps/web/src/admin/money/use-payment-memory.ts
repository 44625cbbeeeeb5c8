import type { AdminPayment } from "@korki/contracts/payments";
import { useLastLessonOf } from "../../lesson-parts/use-last-lesson";
import { trpc } from "../../trpc";
import { type PaymentMemory, paymentMemory } from "./payment-start";

/** Reads what a payment of a student begins with; null until it is known. */
export function usePaymentMemory(studentId: string, lately: AdminPayment | null): PaymentMemory | null {
  const money = trpc.money.ofStudent.useQuery({ studentId });
  const last = useLastLessonOf(studentId);
  if (money.isLoading || last === undefined) return null;
  return paymentMemory(money.data?.subjects ?? [], lately, last);
}
