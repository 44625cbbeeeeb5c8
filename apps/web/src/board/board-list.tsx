import { boardScreenTexts as texts } from "@korki/contracts/texts/board-screens";
import { longSlot } from "@korki/contracts/texts/dates";
import { Anchor, Stack, Text } from "@mantine/core";
import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { Card } from "../ui/card";
import { formatSubject } from "../ui/formats";
import { EmptyState, Loaded, TableSkeleton } from "../ui/page-states";
import { Pages } from "../ui/pages";
import { useListState } from "../ui/use-list-state";
import { usePages } from "../ui/use-pages";

/** Lists the boards of a student's lessons, the newest first. */
export function BoardList({ studentId }: { studentId?: string }) {
  const list = useListState({ name: "tablice" });
  const query = trpc.board.list.useQuery(
    { page: list.page, ...(studentId !== undefined && { studentId }) },
    { placeholderData: keepPreviousData },
  );
  const pages = usePages(query, list);
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
      {({ items }) =>
        items.length === 0 ? (
          <Card>
            <EmptyState picture="notes" title={texts.noBoards} text={texts.noBoardsText} />
          </Card>
        ) : (
          <Stack gap="xs">
            {items.map((board) => (
              <Card key={board.lessonId}>
                <Anchor component={Link} to={paths.board(board.lessonId)} fw={550}>
                  {longSlot(board.date, board.block)}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {`${formatSubject(board)}, ${board.teacherName}`}
                </Text>
              </Card>
            ))}
            <Pages label={texts.boards} page={list.page} pages={pages} onChange={list.goToPage} />
          </Stack>
        )
      }
    </Loaded>
  );
}
