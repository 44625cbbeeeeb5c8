import type { PersonName } from "@korki/contracts/person-name";
import { interfaceTexts } from "@korki/contracts/texts/interface";
import { listTexts } from "@korki/contracts/texts/lists";
import { fullName } from "@korki/domain";
import { Select, type SelectProps, Text } from "@mantine/core";
import "./select-styles";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../trpc";
import { holdsWords } from "./holds-words";

/** Short, so that the answer to a keystroke is there within 200 ms. */
const PAUSE_MS = 80;
/** Found people that are offered at once; the rest is a letter away. */
const OFFERED = 20;

type Found = PersonName & { email: string };

/**
 * A choice of one person by searching on the server: by name, e-mail or phone. `of` says among whom: teachers,
 * students, parents, or the students of one teacher.
 */
export function PersonSelect(
  props: Omit<SelectProps, "value" | "onChange" | "data" | "searchable" | "searchValue" | "filter"> & {
    of: "teachers" | "students" | "parents" | { studentsOf: string };
    value: string | null;
    onChange: (id: string | null) => void;
    /** also people whose account is disabled; for looking at the past */
    withDisabled?: boolean;
  },
) {
  const { of, value, onChange, withDisabled = false, ...rest } = props;
  const [typed, setTyped] = useState("");
  const [opened, setOpened] = useState(false);
  const chosen = trpc.adminPeople.get.useQuery({ id: value ?? "" }, { enabled: value !== null });
  const chosenLabel = value !== null && chosen.data ? fullName(chosen.data) : "";
  // The field shows the chosen name, which is no search.
  const sought = typed === chosenLabel ? "" : typed;
  const [search] = useDebouncedValue(sought, PAUSE_MS);
  const isTyping = search !== sought;
  const found = useFoundPeople(of, { search, withDisabled, enabled: opened && !isTyping });
  const isAnswered = found.data !== undefined && !found.isPlaceholderData && !isTyping;
  const people = new Map<string, Found>();
  if (chosen.data) people.set(chosen.data.id, chosen.data);
  for (const person of found.data?.items ?? []) people.set(person.id, person);

  return (
    <Select
      searchable
      // Who only passes by with the keyboard, or is led here by a missing choice, is not stopped by an open list.
      openOnFocus={false}
      nothingFoundMessage={found.isFetching || isTyping ? interfaceTexts.loading : listTexts.nothingFound}
      // For the keyboard and for screen readers, too.
      clearButtonProps={{ "aria-label": listTexts.clearChoice, "aria-hidden": undefined, tabIndex: 0 }}
      {...rest}
      data={[...people.values()].map((person) => ({ value: person.id, label: fullName(person) }))}
      filter={({ options }) => options.filter((option) => "value" in option && isOffered(option.value))}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      onChange={onChange}
      onDropdownOpen={() => setOpened(true)}
      renderOption={({ option }) => (
        <span>
          <span>{option.label}</span>
          <Text size="xs" c="dimmed" component="span" display="block">
            {people.get(option.value)?.email}
          </Text>
        </span>
      )}
    />
  );

  /**
   * Whether a person stands in the list. Until the answer is there, only those do whom the typed words fit: nobody else
   * would stay, and who stays does not move away under the pointer.
   */
  function isOffered(id: string): boolean {
    const person = people.get(id);
    if (!person || (found.data && !found.data.items.some((one) => one.id === id))) return false;
    return isAnswered || holdsWords(`${fullName(person)} ${person.email}`, sought);
  }
}

function useFoundPeople(
  of: "teachers" | "students" | "parents" | { studentsOf: string },
  { search, withDisabled, enabled }: { search: string; withDisabled: boolean; enabled: boolean },
) {
  const page = { search, pageSize: OFFERED };
  const list = { ...page, showDisabled: withDisabled };
  const teachers = trpc.adminPeople.teachers.useQuery(list, {
    enabled: enabled && of === "teachers",
    placeholderData: keepPreviousData,
  });
  const students = trpc.adminPeople.students.useQuery(list, {
    enabled: enabled && of === "students",
    placeholderData: keepPreviousData,
  });
  const parents = trpc.adminPeople.parents.useQuery(list, {
    enabled: enabled && of === "parents",
    placeholderData: keepPreviousData,
  });
  const teacherId = typeof of === "object" ? of.studentsOf : "";
  const related = trpc.adminPeople.related.useQuery(
    { id: teacherId, ...page },
    { enabled: enabled && typeof of === "object" && teacherId !== "", placeholderData: keepPreviousData },
  );
  if (of === "parents") return parents;
  return of === "teachers" ? teachers : of === "students" ? students : related;
}
