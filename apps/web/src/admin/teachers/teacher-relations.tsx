import type { RelatedPerson } from "@korki/contracts/admin-people";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { Anchor, Button, Text } from "@mantine/core";
import { IconUserMinus, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { paths } from "../../paths";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import type { Column } from "../../ui/data-table";
import { formatNumber } from "../../ui/formats";
import { Link } from "../../ui/link";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { SearchField } from "../../ui/search-field";
import { toastError, toastSuccess } from "../../ui/toasts";
import { type ListState, useListState } from "../../ui/use-list-state";
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
  const query = trpc.adminPeople.related.useQuery(searchOf(teacherId, list), {
    placeholderData: keepPreviousData,
  });
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
    <Side
      title={texts.assignedStudents}
      searchLabel={texts.searchAssigned}
      list={list}
      query={query}
      empty={{ title: texts.noAssigned, text: texts.noAssignedText }}
      action={(student) => (
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
      )}
    />
  );
}

function Unassigned({ teacherId }: { teacherId: string }) {
  const list = useListState({ name: "n" });
  const query = trpc.adminPeople.relationCandidates.useQuery(searchOf(teacherId, list), {
    placeholderData: keepPreviousData,
  });
  const { relate, pendingId } = useRelationChanges(teacherId);
  return (
    <Side
      title={texts.unassignedStudents}
      searchLabel={texts.searchUnassigned}
      list={list}
      query={query}
      empty={{ title: texts.noUnassigned }}
      action={(student) => (
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
      )}
    />
  );
}

/** Students on one side of the relation: searched, paged, each with what can be done. */
function Side(props: {
  title: string;
  searchLabel: string;
  list: ListState;
  query: ComponentProps<typeof PagedTable<RelatedPerson>>["query"];
  /** what is said where nobody is on this side */
  empty: { title: string; text?: string };
  action: (student: RelatedPerson) => ReactNode;
}) {
  const { title, list } = props;
  const search = list.filter("szukaj");
  return (
    <div className={styles.side}>
      <h2 className={styles.title}>{title}</h2>
      <SearchField
        label={props.searchLabel}
        value={search}
        onSearch={(szukaj) => list.setFilters({ szukaj })}
      />
      <PagedTable
        label={title}
        query={props.query}
        rowKey={({ id }) => id}
        columns={relationColumns(props.action)}
        list={list}
        count={(total) => texts.studentCount(total, formatNumber(total))}
        empty={
          <EmptyState
            icon={<IconUsers size={28} aria-hidden />}
            {...(search ? { title: texts.nothingFound } : props.empty)}
          />
        }
      />
    </div>
  );
}

function searchOf(teacherId: string, list: ListState) {
  return { id: teacherId, search: list.filter("szukaj"), page: list.page };
}

function useRelationChanges(teacherId: string) {
  const utils = trpc.useUtils();
  /** a second press before the button is drawn as busy */
  const isBusy = useRef(false);
  const readAgain = () => {
    isBusy.current = false;
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
  function once(change: () => void) {
    if (isBusy.current) return;
    isBusy.current = true;
    change();
  }

  const pending = [relate, unrelate].find(({ isPending }) => isPending);
  return {
    relate: (studentId: string) => once(() => relate.mutate({ teacherId, studentId })),
    unrelate: (studentId: string) => once(() => unrelate.mutate({ teacherId, studentId })),
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
