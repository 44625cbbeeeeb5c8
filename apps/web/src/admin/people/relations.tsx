import type { RelatedPerson } from "@korki/contracts/admin-people";
import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { relationTexts, adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { fullName } from "@korki/domain";
import { Anchor, Button, Text } from "@mantine/core";
import { IconUserMinus, IconUserPlus } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths";
import { errorText } from "../../server/errors";
import { trpc } from "../../trpc";
import { confirm } from "../../ui/confirm";
import type { Column } from "../../ui/data-table";
import { formatNumber } from "../../ui/formats";
import { useOneAtATime } from "../../ui/one-at-a-time";
import { EmptyState } from "../../ui/page-states";
import { PagedTable } from "../../ui/paged-table";
import { SearchField } from "../../ui/search-field";
import { toastError, toastSuccess } from "../../ui/toasts";
import { type ListState, useListState } from "../../ui/use-list-state";
import columnStyles from "./columns.module.css";
import styles from "./relations.module.css";

/** The teacher or the student whose relations are shown. */
type Owner = { readonly id: string; readonly role: "Teacher" | "Student" };

/** The tab "Relacje": who is assigned and can be removed, who is not and can be added. */
export function Relations({ owner }: { owner: Owner }) {
  return (
    <div className={columnStyles.columns}>
      <Assigned owner={owner} />
      <Unassigned owner={owner} />
    </div>
  );
}

function Assigned({ owner }: { owner: Owner }) {
  const own = relationTexts[owner.role];
  const list = useListState({ name: "p" });
  const query = trpc.adminPeople.related.useQuery(searchOf(owner.id, list), {
    placeholderData: keepPreviousData,
  });
  const { unrelate, pendingId } = useRelationChanges(owner);

  async function askAndRemove(person: RelatedPerson) {
    const sure = await confirm({
      title: own.removeQuestion(fullName(person)),
      text: texts.removeText,
      confirmLabel: texts.removeConfirm,
      cancelLabel: texts.keep,
      dangerous: true,
    });
    if (sure) unrelate(person.id);
  }

  return (
    <Side
      title={own.assigned}
      searchLabel={texts.searchAssigned}
      list={list}
      query={query}
      empty={{ title: own.noAssigned, text: own.noAssignedText }}
      count={own.count}
      personTo={personTo(owner)}
      action={(person) => (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          leftSection={<IconUserMinus size={16} aria-hidden />}
          aria-label={own.remove(fullName(person))}
          loading={pendingId === person.id}
          onClick={() => void askAndRemove(person)}
        >
          {texts.remove}
        </Button>
      )}
    />
  );
}

function Unassigned({ owner }: { owner: Owner }) {
  const own = relationTexts[owner.role];
  const list = useListState({ name: "n" });
  const query = trpc.adminPeople.relationCandidates.useQuery(searchOf(owner.id, list), {
    placeholderData: keepPreviousData,
  });
  const { relate, pendingId } = useRelationChanges(owner);
  return (
    <Side
      title={own.unassigned}
      searchLabel={texts.searchUnassigned}
      list={list}
      query={query}
      empty={{ title: own.noUnassigned }}
      count={own.count}
      personTo={personTo(owner)}
      action={(person) => (
        <Button
          variant="light"
          size="xs"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          aria-label={own.add(fullName(person))}
          loading={pendingId === person.id}
          onClick={() => relate(person.id)}
        >
          {texts.add}
        </Button>
      )}
    />
  );
}

/** The people on one side of the relation: searched, paged, each with its action. */
function Side(props: {
  title: string;
  searchLabel: string;
  list: ListState;
  query: ComponentProps<typeof PagedTable<RelatedPerson>>["query"];
  /** shown if this side is empty */
  empty: { title: string; text?: string };
  count: (total: number, shown: string) => string;
  personTo: (id: string) => string;
  action: (person: RelatedPerson) => ReactNode;
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
        columns={relationColumns(props.personTo, props.action)}
        list={list}
        count={(total) => props.count(total, formatNumber(total))}
        empty={<EmptyState picture="people" {...(search ? { title: texts.nothingFound } : props.empty)} />}
      />
    </div>
  );
}

function personTo({ role }: Owner): (id: string) => string {
  return (id) => (role === "Teacher" ? paths.studentTab(id, "przeglad") : paths.teacherTab(id, "relacje"));
}

function searchOf(id: string, list: ListState) {
  return { id, search: list.filter("szukaj"), page: list.page };
}

function useRelationChanges(owner: Owner) {
  const pair = (otherId: string) =>
    owner.role === "Teacher"
      ? { teacherId: owner.id, studentId: otherId }
      : { teacherId: otherId, studentId: owner.id };
  const once = useOneAtATime();
  const onError = (error: unknown) => toastError(errorText(error));
  const relate = trpc.adminPeople.relate.useMutation({
    onSuccess: () => toastSuccess(adminPeopleTexts.relationAdded),
    onError,
  });
  const unrelate = trpc.adminPeople.unrelate.useMutation({
    onSuccess: () => toastSuccess(adminPeopleTexts.relationRemoved),
    onError,
  });
  const pending = [relate, unrelate].find(({ isPending }) => isPending);
  return {
    relate: (otherId: string) => void once(() => relate.mutateAsync(pair(otherId))),
    unrelate: (otherId: string) => void once(() => unrelate.mutateAsync(pair(otherId))),
    pendingId: pending?.variables?.[owner.role === "Teacher" ? "studentId" : "teacherId"] ?? null,
  };
}

function relationColumns(
  to: (id: string) => string,
  action: (person: RelatedPerson) => ReactNode,
): readonly Column<RelatedPerson>[] {
  return [
    {
      key: "name",
      header: texts.name,
      onCard: "title",
      cell: (person) => (
        <div>
          <Anchor component={Link} to={to(person.id)} inherit fw={550}>
            {fullName(person)}
          </Anchor>
          <Text size="xs" c="dimmed">
            {person.email}
            {person.isDisabled ? ` · ${texts.disabled}` : ""}
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
