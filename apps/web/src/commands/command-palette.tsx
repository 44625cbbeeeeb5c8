import { commandTexts as texts } from "@korki/contracts/texts/commands";
import { fullName, today } from "@korki/domain";
import { UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { now } from "../clock";
import "../ui/sheet-styles";
import "@mantine/spotlight/styles.layer.css";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData } from "@tanstack/react-query";
import { type KeyboardEvent, memo, startTransition, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { useCompanyPlaces } from "../admin/company/company-places";
import { personPath } from "../admin/people/person-path";
import { useChildren, useChosenChild } from "../family/family";
import { paths } from "../paths";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import { formatDayWithWeekday } from "../ui/formats";
import { actsFor, COMMANDS, type Command, calendarOn, topUp, wordsFor } from "./commands";
import { answerScore, contactScore } from "./match";
import { typedDay } from "./typed-date";
import { useMenuEntries } from "./use-menu-entries";

/** Found people are the server's; so short that they are there within a keystroke. */
const PAUSE_MS = 60;
const PEOPLE_SHOWN = 8;

const [store, palette] = createSpotlight();

/** Ctrl+K: people, days and everything that can be done, by a few letters in any order, without marks. */
export default function CommandPalette({ onClosed }: { onClosed: () => void }) {
  const [typed, setTyped] = useState("");
  // The results lag behind the typed text, so that the field shows each letter at once. Null while the window opens.
  const [sought, setSought] = useState<string | null>(null);
  const [awaitsFirst, setAwaitsFirst] = useState(false);
  useEffect(() => {
    palette.open();
    startTransition(() => setSought(""));
  }, []);

  function type(text: string) {
    setTyped(text);
    setAwaitsFirst(false);
    startTransition(() => setSought(text));
  }

  /** Enter opens the first answer to the typed text. If there is none yet, `Answers` opens it when it arrives. */
  function catchUp({ key }: KeyboardEvent) {
    if (key !== "Enter") return;
    if (sought !== typed) flushSync(() => setSought(typed));
    setAwaitsFirst(!listedAnswers().some((answer) => answer.hasAttribute("data-selected")));
  }

  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={type}
      onSpotlightClose={onClosed}
      shortcut={null}
      scrollable
      maxHeight="min(28rem, 70dvh)"
      overlayProps={{ backgroundOpacity: 0.35 }}
      attributes={{ content: { "aria-label": texts.open } }}
    >
      <Spotlight.Search
        placeholder={texts.placeholder}
        aria-label={texts.placeholder}
        leftSection={<IconSearch size={18} aria-hidden />}
        onKeyDown={catchUp}
      />
      <Spotlight.ActionsList>
        {sought === null ? null : <Answers typed={sought} awaitsFirst={awaitsFirst} />}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** The answers to the typed text, by kind. With `awaitsFirst`, opens the first one as soon as the search has ended. */
const Answers = memo(function Answers({ typed, awaitsFirst }: { typed: string; awaitsFirst: boolean }) {
  const navigate = useNavigate();
  const { role } = useProfile();
  const entries = useMenuEntries();
  const places = useCompanyPlaces();
  const mayTopUp = useMayTopUp();
  const commands = COMMANDS[role].filter((command) => command !== topUp || mayTopUp);
  const day = typedDay(typed, today(now()));
  const { people, isSearching } = usePeople(typed);
  const found = best(people, typed);
  const groups: [string, readonly Command[]][] = [
    [texts.days, day ? [{ label: texts.lessonsOn(formatDayWithWeekday(day)), path: calendarOn(day) }] : []],
    [texts.people, found.slice(0, PEOPLE_SHOWN)],
    [texts.actions, [...(found[0]?.acts ?? []), ...best([...commands, ...places], typed)]],
    [texts.go, best(entries, typed)],
  ];
  const shown = groups.filter(([, commands]) => commands.length > 0);
  const first = shown[0]?.[1][0]?.path;
  useLayoutEffect(() => {
    if (typed.trim() && first) chooseFirst();
  }, [typed, first]);
  useEffect(() => {
    if (!awaitsFirst || isSearching || !first) return;
    navigate(first);
    palette.close();
  }, [awaitsFirst, isSearching, first, navigate]);
  if (shown.length === 0 && isSearching) return null;
  if (shown.length === 0) return <Spotlight.Empty>{texts.nothing}</Spotlight.Empty>;
  return shown.map(([label, commands]) => (
    <Spotlight.ActionsGroup key={label} label={label}>
      {commands.map((command) => (
        <Answer
          key={`${command.label} ${command.path}`}
          label={command.label}
          onChoose={() => navigate(command.path)}
        />
      ))}
    </Spotlight.ActionsGroup>
  ));
});

/** Whether lessons can be paid for online: the centre takes it, and who asks may pay. */
function useMayTopUp(): boolean {
  const { role } = useProfile();
  const children = useChildren();
  const chosen = useChosenChild();
  const child = [chosen, ...(children ?? [])].find((each) => each?.rights.pay);
  const isAsked = role === "Student" || (role === "Parent" && child !== undefined);
  const offer = trpc.orders.offer.useQuery({ studentId: child?.id }, { enabled: isAsked });
  return offer.data?.available ?? false;
}

/**
 * One answer, styled like `Spotlight.Action`. That component reads a context that changes with every letter, so that all
 * answers would re-render within each keystroke.
 */
function Answer({ label, onChoose }: { label: string; onChoose: () => void }) {
  return (
    <button
      type="button"
      data-action
      tabIndex={-1}
      className={`${UnstyledButton.classes.root} ${Spotlight.classes.action}`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        onChoose();
        palette.close();
      }}
    >
      {label}
    </button>
  );
}

/** Makes the best answer the one that Enter takes: what the library chose as the text changed may be gone. */
function chooseFirst(): void {
  const [first, ...others] = listedAnswers();
  for (const other of others) other.removeAttribute("data-selected");
  first?.setAttribute("data-selected", "true");
  store.updateState((state) => ({ ...state, selected: first ? 0 : -1 }));
}

function listedAnswers(): readonly Element[] {
  return [...document.querySelectorAll(`#${store.getState().listId} [data-action]`)];
}

/** Returns what answers the typed text, the best first. */
function best<Found extends Command>(commands: readonly Found[], typed: string): readonly Found[] {
  if (!typed.trim()) return commands;
  return commands
    .map((command) => ({
      command,
      score:
        answerScore({ label: command.label, words: wordsFor(command.path) }, typed) ??
        contactScore(command.also, typed),
    }))
    .filter((each): each is { command: Found; score: number } => each.score !== null)
    .sort((a, b) => a.score - b.score)
    .map(({ command }) => command);
}

/** A person, and what can be done for them at once. */
type FoundPerson = Command & { readonly acts?: readonly Command[] };

/** Returns the people whom the person may look up: an administrator everybody, others the people of their lessons. */
function usePeople(typed: string): { people: readonly FoundPerson[]; isSearching: boolean } {
  const { role } = useProfile();
  const [search] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const isAdmin = role === "Admin";
  const found = { search, pageSize: PEOPLE_SHOWN };
  const asked = { enabled: isAdmin && search.length > 0, placeholderData: keepPreviousData };
  const students = trpc.adminPeople.students.useQuery(found, asked);
  const teachers = trpc.adminPeople.teachers.useQuery(found, asked);
  const parents = trpc.adminPeople.parents.useQuery(found, asked);
  const ownTeachers = trpc.people.teachers.useQuery({}, { enabled: role === "Student" });
  const ownStudents = trpc.people.students.useQuery(undefined, { enabled: role === "Teacher" });
  if (!typed.trim()) return { people: [], isSearching: false };
  if (isAdmin) {
    const isSearching =
      search !== typed.trim() || [students, teachers, parents].some(({ isFetching }) => isFetching);
    const people = [
      ...(students.data?.items ?? []).map((person) => ({ ...person, role: "Student" as const })),
      ...(teachers.data?.items ?? []).map((person) => ({ ...person, role: "Teacher" as const })),
      ...(parents.data?.items ?? []).map((person) => ({ ...person, role: "Parent" as const })),
    ].map((person) => ({
      label: fullName(person),
      path: personPath(person),
      acts: actsFor({ ...person, label: fullName(person) }),
      also: `${person.email} ${person.phone} ${"phoneParent" in person ? person.phoneParent : ""}`,
    }));
    return { people, isSearching };
  }
  const people = [...(ownTeachers.data ?? []), ...(ownStudents.data ?? [])].map((person) =>
    // A child without a login has no chat; its page leads to the parent's.
    "email" in person && person.email === ""
      ? { label: fullName(person), path: paths.student(person.id) }
      : { label: texts.writeTo(fullName(person)), path: paths.chatWith(person.id) },
  );
  return { people, isSearching: ownTeachers.isFetching || ownStudents.isFetching };
}
