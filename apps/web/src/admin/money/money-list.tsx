import type { CsvFile } from "@korki/contracts/exports";
import { adminMoneyTexts as texts } from "@korki/contracts/texts/admin-money";
import { Button, Checkbox, Group, Text } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ADDING } from "../../paths";
import type { Column } from "../../ui/data-table";
import { ExportButton } from "../../ui/download-buttons";
import { EmptyState } from "../../ui/page-states";
import { type PagedQuery, PagedTable } from "../../ui/paged-table";
import type { PictureName } from "../../ui/picture";
import { Sheet } from "../../ui/sheet";
import type { ListState } from "../../ui/use-list-state";

/** The filter of the address that shows voided rows. */
const VOIDED = "usuniete";

/** Returns whether the list shows voided rows too. */
export function showsVoided(list: ListState): boolean {
  return list.filter(VOIDED) === "tak";
}

/** One person's payments or payouts, as administrators keep them: shown, exported, and added in a popup. */
export function MoneyList<Row extends { id: string }>(props: {
  label: string;
  query: PagedQuery<Row>;
  columns: readonly Column<Row>[];
  list: ListState;
  /** shown where there is none yet */
  none: { picture: PictureName; text: string };
  fetchFile: () => Promise<CsvFile>;
  addLabel: string;
  /** why nothing can be added; shown in the button's place */
  refusal?: string | null;
  /** what the popup shows */
  addForm: (close: () => void) => ReactNode;
}) {
  const { list, addLabel } = props;
  const adding = list.filter(ADDING) !== "" && !props.refusal;
  const setAdding = (isOpen: boolean) => list.setFilters({ [ADDING]: isOpen ? "tak" : null });
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Checkbox
          label={texts.showVoided}
          checked={showsVoided(list)}
          onChange={({ currentTarget }) =>
            list.setFilters({ [VOIDED]: currentTarget.checked ? "tak" : null })
          }
        />
        <Group gap="xs">
          <ExportButton fetchFile={props.fetchFile} />
          {props.refusal ? (
            <Text size="sm">{props.refusal}</Text>
          ) : (
            <Button
              size="sm"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              {addLabel}
            </Button>
          )}
        </Group>
      </Group>
      <PagedTable
        label={props.label}
        query={props.query}
        rowKey={({ id }) => id}
        columns={props.columns}
        list={list}
        empty={<EmptyState title={texts.none} {...props.none} />}
      />
      <Sheet opened={adding} onClose={() => setAdding(false)} title={addLabel} size="sm">
        {props.addForm(() => setAdding(false))}
      </Sheet>
    </>
  );
}
