import { boardScreenTexts as texts } from "@korki/contracts/texts/board-screens";
import { subjectTexts } from "@korki/contracts/texts/statuses";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { Navigate, Route, Routes, useParams } from "react-router-dom";
import { ChildSwitch } from "../family/child-switch";
import { useChildren, useChosenChild } from "../family/family";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { BackLink } from "../ui/back-link";
import { PageHeader } from "../ui/page-header";
import { Loaded, TableSkeleton } from "../ui/page-states";
import { boardServer } from "./board-calls";
import { BoardList } from "./board-list";
import { BoardScreen } from "./board-screen";
import styles from "./boards-page.module.css";

/** "Tablice": the boards of a student's lessons, and each of them to read, or to write on while that is allowed. */
export default function BoardsPage() {
  const { role } = useProfile();
  const isOwn = role === "Student" || role === "Parent";
  return (
    <Routes>
      <Route index element={isOwn ? <OwnBoards /> : <Navigate to={paths.students} replace />} />
      <Route path=":lessonId" element={<BoardOfLesson />} />
      <Route path="*" element={<Navigate to={paths.boards} replace />} />
    </Routes>
  );
}

function OwnBoards() {
  const { role } = useProfile();
  const children = useChildren();
  const child = useChosenChild() ?? children?.[0];
  return (
    <>
      <PageHeader title={texts.boards} />
      <ChildSwitch />
      {role === "Student" || child ? <BoardList {...(child && { studentId: child.id })} /> : null}
    </>
  );
}

function BoardOfLesson() {
  const { lessonId = "" } = useParams();
  const { client } = trpc.useUtils();
  const server = useMemo(() => {
    const made = boardServer(client, lessonId);
    made.begin();
    return made;
  }, [client, lessonId]);
  const query = trpc.board.view.useQuery(
    { lessonId },
    { placeholderData: keepPreviousData, staleTime: 60_000 },
  );
  return (
    <div className={styles.page}>
      <BackLink to={paths.lesson(lessonId)} label={texts.backToLesson} />
      <Loaded query={query} skeleton={<TableSkeleton rows={6} />}>
        {(view) => (
          <>
            <PageHeader title={texts.boardOf(subjectTexts[view.subject], view.date, view.block)} />
            <BoardScreen key={lessonId} lessonId={lessonId} view={view} server={server} />
          </>
        )}
      </Loaded>
    </div>
  );
}
