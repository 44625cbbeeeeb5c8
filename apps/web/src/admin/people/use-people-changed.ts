import type { Person } from "@korki/contracts/admin-people";
import { trpc } from "../../trpc";

/** What follows every change of an account: the person's screen shows it at once, lists and history are read again. */
export function usePeopleChanged(): (changed?: Person) => void {
  const utils = trpc.useUtils();
  return (changed) => {
    if (changed) utils.adminPeople.get.setData({ id: changed.id }, changed);
    void utils.adminPeople.invalidate();
    void utils.trialLessons.teacherCandidates.invalidate();
    void utils.history.invalidate();
  };
}
