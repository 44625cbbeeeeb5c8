import type { Lesson } from "@korki/contracts/lessons";
import { type CivilDate, slotKey } from "@korki/domain";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { useChosenChild } from "../family/family";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { useAddressChange } from "../ui/use-address-change";

const PARAMETER = "wolne";

/** The free blocks that a calendar shows: a teacher's own; of one teacher to a student, or to a parent for one child. */
export type FreeBlocks = {
  readonly teacherId: string | null;
  /** Whom the person may choose; empty for a teacher. */
  readonly teachers: readonly { readonly id: string; readonly name: string; readonly surname: string }[];
  readonly choose: (teacherId: string) => void;
  readonly isFree: (date: CivilDate, block: number) => boolean;
  /** Whether a tap on a free block books it. */
  readonly mayBook: boolean;
};

/** Reads the free blocks of the teacher that the address names, else of the newest lesson's, else of the first. */
export function useFreeBlocks(lessons: readonly Lesson[]): FreeBlocks {
  const { id, role } = useProfile();
  const child = useChosenChild();
  const isTeacher = role === "Teacher";
  const mayBook = role === "Student" || child?.rights.book === true;
  const studentId = child?.id;
  const [params] = useSearchParams();
  const change = useAddressChange();
  const own = trpc.people.teachers.useQuery({ studentId }, { enabled: mayBook });
  const teachers = mayBook ? (own.data ?? []) : [];

  const asked = params.get(PARAMETER) ?? lessons.at(-1)?.teacherId;
  const chosen = teachers.find((teacher) => teacher.id === asked) ?? teachers[0];
  const teacherId = isTeacher ? id : (chosen?.id ?? null);
  const free = trpc.availability.freeDays.useQuery(
    { teacherId: teacherId ?? "", studentId },
    { enabled: teacherId !== null },
  );
  const slots = useMemo(
    () =>
      new Set(free.data?.flatMap(({ date, blocks }) => blocks.map((block) => slotKey(date, block))) ?? []),
    [free.data],
  );
  return {
    teacherId,
    teachers,
    choose: (next) => change({ [PARAMETER]: next }),
    isFree: (date, block) => slots.has(slotKey(date, block)),
    mayBook,
  };
}
