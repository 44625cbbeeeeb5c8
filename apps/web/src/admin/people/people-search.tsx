import { adminPeopleTexts } from "@korki/contracts/texts/admin-people";
import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { Checkbox } from "@mantine/core";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { SearchField } from "../../ui/search-field";
import type { ListState } from "../../ui/use-list-state";
import styles from "./people-search.module.css";

/** Search and "Pokaż zablokowanych", kept in the address bar. */
export function PeopleSearch({ label, list }: { label: string; list: ListState }) {
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
    </search>
  );
}
