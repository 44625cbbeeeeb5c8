import { adminPeopleScreenTexts as texts } from "@korki/contracts/texts/admin-people-screens";
import type { Filter } from "../../ui/filters";
import { idOrNull } from "../../ui/id-or-null";
import { PersonSelect } from "../../ui/person-select";

const PEOPLE = {
  teachers: { parameter: "nauczyciel", label: texts.teacher, placeholder: texts.anyTeacher },
  students: { parameter: "uczen", label: texts.student, placeholder: texts.anyStudent },
} as const;

/** Narrows a list to one teacher or one student, disabled ones too; the value is the person's id. */
export function personFilter(
  of: keyof typeof PEOPLE,
  placeholder: string = PEOPLE[of].placeholder,
): Filter<string> {
  const { parameter, label } = PEOPLE[of];
  return {
    parameters: [parameter],
    read: (list) => idOrNull(list.filter(parameter)) ?? undefined,
    field: (list) => (
      <PersonSelect
        of={of}
        withDisabled
        clearable
        size="sm"
        label={label}
        placeholder={placeholder}
        value={idOrNull(list.filter(parameter))}
        onChange={(id) => list.setFilters({ [parameter]: id })}
      />
    ),
  };
}
