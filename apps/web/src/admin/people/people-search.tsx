import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { Checkbox } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import type { ReactNode } from "react";
import { SearchField } from "../../ui/search-field";
import type { ListState } from "../../ui/use-list-state";
import styles from "./people-search.module.css";

/** Search and "Pokaż zablokowanych", kept in the address bar; `action` stands at the end of the row. */
export function PeopleSearch(props: { label: string; list: ListState; action?: ReactNode }) {
  const { label, list, action } = props;
  return (
    <search className={styles.search} aria-label={label}>
      <SearchField
        label={label}
        placeholder={texts.searchHint}
        value={list.filter("szukaj")}
        onSearch={(szukaj) => list.setFilters({ szukaj })}
      />
      <Checkbox
        label={adminPeopleTexts.showDisabled}
        checked={list.filter("zablokowani") === "tak"}
        onChange={({ currentTarget }) =>
          list.setFilters({ zablokowani: currentTarget.checked ? "tak" : null })
        }
      />
      {action ? <div className={styles.action}>{action}</div> : null}
    </search>
  );
}
