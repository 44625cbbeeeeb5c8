import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";

/** Returns how many planned lessons have another time proposed that waits for this person's answer. */
export function useWaitingProposals(): number {
  const { role } = useProfile();
  const { data = 0 } = trpc.lessons.waitingProposals.useQuery(undefined, {
    enabled: role === "Student" || role === "Teacher",
  });
  return data;
}
