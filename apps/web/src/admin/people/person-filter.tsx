import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import { idOrNull } from "../../ui/id-or-null";
import type { ListState } from "../../ui/use-list-state";
import { PersonSelect } from "./person-select";

const FILTERS = {
  teachers: { parameter: "nauczyciel", label: texts.teacher, placeholder: texts.anyTeacher },
  students: { parameter: "uczen", label: texts.student, placeholder: texts.anyStudent },
} as const;

/** Whose entries of a list the address bar asks for; null: everybody's. */
export function chosenPerson(list: ListState, of: keyof typeof FILTERS): string | null {
  return idOrNull(list.filter(FILTERS[of].parameter));
}

/**
 * Narrows a list to one teacher or one student, disabled ones too.
 *
 * @param labelHidden the label is for screen readers alone
 */
export function PersonFilter(props: { list: ListState; of: keyof typeof FILTERS; labelHidden?: boolean }) {
  const { list, of, labelHidden } = props;
  const { parameter, label, placeholder } = FILTERS[of];
  return (
    <PersonSelect
      of={of}
      withDisabled
      clearable
      size="sm"
      {...(labelHidden ? { "aria-label": label } : { label })}
      placeholder={placeholder}
      value={chosenPerson(list, of)}
      onChange={(id) => list.setFilters({ [parameter]: id })}
    />
  );
}
