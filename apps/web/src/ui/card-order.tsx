import { listTexts } from "@korki/contracts/texts/lists";
import { ActionIcon, Group, NativeSelect } from "@mantine/core";
import { IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import type { Column } from "./column";
import { isSortable } from "./table-page";
import type { ListState } from "./use-list-state";

/** Orders the cards of a phone, as a table's headers do on a desk. */
export function CardOrder({ columns, list }: { columns: readonly Column<never>[]; list: ListState }) {
  const sortable = columns.filter(isSortable);
  if (sortable.length === 0) return null;
  const { sort } = list;
  const Icon = sort?.descending ? IconSortDescending : IconSortAscending;
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NativeSelect
        label={listTexts.sortBy}
        size="md"
        flex={1}
        value={sort?.key ?? ""}
        data={[
          ...(sort ? [] : [{ value: "", label: "–" }]),
          ...sortable.map(({ key, header }) => ({ value: key, label: header })),
        ]}
        onChange={({ currentTarget }) => list.sortBy(currentTarget.value, sort?.descending ?? false)}
      />
      <ActionIcon
        variant="default"
        size={44}
        disabled={!sort}
        aria-label={`${listTexts.sortBy}: ${sort?.descending ? listTexts.sortAscending : listTexts.sortDescending}`}
        onClick={() => sort && list.sortBy(sort.key)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
