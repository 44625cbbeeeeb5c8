import { LESSON_PAGE_MAX } from "@korki/contracts/lessons";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";

/** How many planned lessons have another time proposed that waits for this person's answer. */
export function useWaitingProposals(): number {
  const { role } = useProfile();
  const { data = 0 } = trpc.lessons.mine.useQuery(
    { group: "planned", limit: LESSON_PAGE_MAX },
    {
      enabled: role === "Student" || role === "Teacher",
      select: ({ lessons }) => lessons.filter(({ proposal }) => proposal && proposal.by !== role).length,
    },
  );
  return data;
}
