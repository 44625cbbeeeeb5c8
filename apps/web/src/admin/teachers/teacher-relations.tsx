import type { RelatedPerson } from "@korki/contracts/admin-people";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { Anchor, Button, Text } from "@mantine/core";
import { IconUserMinus, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import type { Column } from "../../ui/data-table";
import { formatNumber } from "../../ui/formats";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { SearchField } from "../../ui/search-field";
import { toastError, toastSuccess } from "../../ui/toasts";
import { useListState } from "../../ui/use-list-state";
import columnStyles from "../people/columns.module.css";
import { fullName } from "../people/full-name";
import styles from "./teacher-relations.module.css";

/** The tab "Relacje": assigned students with a way out, unassigned ones with a way in. */
export function TeacherRelations({ teacherId }: { teacherId: string }) {
  return (
    <div className={columnStyles.columns}>
      <Assigned teacherId={teacherId} />
      <Unassigned teacherId={teacherId} />
    </div>
  );
}

function Assigned({ teacherId }: { teacherId: string }) {
  const list = useListState({ name: "p" });
  const query = trpc.adminPeople.related.useQuery(
    { id: teacherId, search: list.filter("szukaj"), page: list.page },
    { placeholderData: keepPreviousData },
  );
  const { unrelate, pendingId } = useRelationChanges(teacherId);

  async function askAndRemove(student: RelatedPerson) {
    const sure = await confirm({
      title: texts.removeQuestion(fullName(student)),
      text: texts.removeText,
      confirmLabel: texts.removeConfirm,
      cancelLabel: texts.keep,
      dangerous: true,
    });
    if (sure) unrelate(student.id);
  }

  return (
    <div className={styles.side}>
      <h2 className={styles.title}>{texts.assignedStudents}</h2>
      <SearchField
        label={texts.searchAssigned}
        value={list.filter("szukaj")}
        onSearch={(szukaj) => list.setFilters({ szukaj })}
      />
      <PagedTable
        label={texts.assignedStudents}
        query={query}
        rowKey={({ id }) => id}
        columns={relationColumns((student) => (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            leftSection={<IconUserMinus size={16} aria-hidden />}
            aria-label={texts.removeStudent(fullName(student))}
            loading={pendingId === student.id}
            onClick={() => void askAndRemove(student)}
          >
            {texts.remove}
          </Button>
        ))}
        list={list}
        count={(total) => texts.studentCount(total, formatNumber(total))}
        empty={
          <EmptyState
            icon={<IconUsers size={28} aria-hidden />}
            title={list.filter("szukaj") ? texts.nothingFound : texts.noAssigned}
            text={list.filter("szukaj") ? null : texts.noAssignedText}
          />
        }
      />
    </div>
  );
}

function Unassigned({ teacherId }: { teacherId: string }) {
  const list = useListState({ name: "n" });
  const query = trpc.adminPeople.relationCandidates.useQuery(
    { id: teacherId, search: list.filter("szukaj"), page: list.page },
    { placeholderData: keepPreviousData },
  );
  const { relate, pendingId } = useRelationChanges(teacherId);
  return (
    <div className={styles.side}>
      <h2 className={styles.title}>{texts.unassignedStudents}</h2>
      <SearchField
        label={texts.searchUnassigned}
        value={list.filter("szukaj")}
        onSearch={(szukaj) => list.setFilters({ szukaj })}
      />
      <PagedTable
        label={texts.unassignedStudents}
        query={query}
        rowKey={({ id }) => id}
        columns={relationColumns((student) => (
          <Button
            variant="light"
            size="xs"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            aria-label={texts.addStudent(fullName(student))}
            loading={pendingId === student.id}
            onClick={() => relate(student.id)}
          >
            {texts.add}
          </Button>
        ))}
        list={list}
        count={(total) => texts.studentCount(total, formatNumber(total))}
        empty={
          <EmptyState
            icon={<IconUsers size={28} aria-hidden />}
            title={list.filter("szukaj") ? texts.nothingFound : texts.noUnassigned}
          />
        }
      />
    </div>
  );
}

function useRelationChanges(teacherId: string) {
  const utils = trpc.useUtils();
  const readAgain = () => {
    void utils.adminPeople.invalidate();
    void utils.history.invalidate();
  };
  const failed = (error: unknown) => {
    toastError(errorText(error));
    readAgain();
  };
  const relate = trpc.adminPeople.relate.useMutation({
    onSuccess() {
      toastSuccess(adminPeopleTexts.relationAdded);
      readAgain();
    },
    onError: failed,
  });
  const unrelate = trpc.adminPeople.unrelate.useMutation({
    onSuccess() {
      toastSuccess(adminPeopleTexts.relationRemoved);
      readAgain();
    },
    onError: failed,
  });
  const pending = [relate, unrelate].find(({ isPending }) => isPending);
  return {
    relate: (studentId: string) => relate.mutate({ teacherId, studentId }),
    unrelate: (studentId: string) => unrelate.mutate({ teacherId, studentId }),
    pendingId: pending?.variables?.studentId ?? null,
  };
}

function relationColumns(action: (student: RelatedPerson) => ReactNode): readonly Column<RelatedPerson>[] {
  return [
    {
      key: "name",
      header: texts.name,
      onCard: "title",
      cell: (student) => (
        <div>
          <Anchor component={Link} to={paths.studentTab(student.id, "info")} inherit fw={550}>
            {fullName(student)}
          </Anchor>
          <Text size="xs" c="dimmed">
            {student.email}
            {student.isDisabled ? ` · ${texts.disabled}` : ""}
          </Text>
        </div>
      ),
    },
    {
      key: "action",
      header: texts.relations,
      headerHidden: true,
      align: "right",
      onCard: "action",
      cell: action,
    },
  ];
}
