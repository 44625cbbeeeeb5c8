import { officeTexts as texts } from "@korki/contracts/texts/office";
import { Select } from "@mantine/core";
import "../../ui/select-styles";
import { trpc } from "../../trpc";
import type { Filter } from "../../ui/filters";

const PARAMETER = "etykieta";

/** Narrows a list to who has a tag of the office. */
export function tagFilter(): Filter<string> {
  return {
    parameters: [PARAMETER],
    read: (list) => list.filter(PARAMETER) || undefined,
    field: (list) => (
      <TagSelect value={list.filter(PARAMETER)} onChange={(tag) => list.setFilters({ [PARAMETER]: tag })} />
    ),
  };
}

function TagSelect(props: { value: string; onChange: (tag: string | null) => void }) {
  const { data = [] } = trpc.office.tags.useQuery();
  const tags = props.value && !data.includes(props.value) ? [props.value, ...data] : data;
  return (
    <Select
      size="sm"
      clearable
      searchable
      label={texts.tag}
      placeholder={texts.anyTag}
      data={tags}
      value={props.value || null}
      onChange={props.onChange}
    />
  );
}
