import { trpc } from "../../trpc";

/** What follows every payment and payout: lists, balances, figures and history are read again. */
export function useMoneyChanged(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.payments.invalidate();
    void utils.payouts.invalidate();
    void utils.statistics.invalidate();
    void utils.history.invalidate();
    void utils.adminPeople.teachers.invalidate();
    void utils.adminPeople.students.invalidate();
  };
}
