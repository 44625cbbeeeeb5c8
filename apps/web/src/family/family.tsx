import type { Child } from "@korki/contracts/families";
import type { Actor } from "@korki/domain";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { useSearchParams } from "react-router-dom";
import { useProfile } from "../session/session-store";
import { trpc } from "../trpc";
import type { LoadedQuery } from "../ui/page-states";
import { useAddressChange } from "../ui/use-address-change";

/** Where this browser keeps the child that was chosen last; empty: all children. */
const KEY = "korki.uczen";
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Read once: what another tab chooses would exchange the child of a form that is begun here. */
let chosenId: string | undefined;

function storedChild(): string {
  chosenId ??= localStorage.getItem(KEY) ?? "";
  return chosenId;
}

/** Shows one child everywhere; null: all children. */
export function chooseChild(id: string | null): void {
  chosenId = id ?? "";
  localStorage.setItem(KEY, chosenId);
  for (const listener of listeners) listener();
}

/** Returns a parent's children, or undefined while they load; for other roles an empty list. */
export function useChildren(): readonly Child[] | undefined {
  return useChildrenQuery().data;
}

/** Returns the same with what `Loaded` shows until they are known. */
export function useChildrenQuery(): LoadedQuery<readonly Child[]> {
  return useContext(ChildrenContext);
}

const NOBODY: readonly Child[] = [];
const ChildrenContext = createContext<LoadedQuery<readonly Child[]>>({
  data: NOBODY,
  error: null,
  isFetching: false,
  refetch: () => undefined,
});

/** Reads a parent's children once for everything within: each lesson of a calendar or a list asks for them. */
export function WithChildren({ children: within }: { children: ReactNode }) {
  const { role } = useProfile();
  const isParent = role === "Parent";
  const { data, error, isFetching, refetch } = trpc.families.children.useQuery(undefined, {
    enabled: isParent,
  });
  const query = useMemo(
    () => ({ data: isParent ? data : NOBODY, error, isFetching, refetch }),
    [isParent, data, error, isFetching, refetch],
  );
  return <ChildrenContext value={query}>{within}</ChildrenContext>;
}

/** Returns the child that a parent has chosen; null: all, or nobody to choose. An only child is always chosen. */
export function useChosenChild(): Child | null {
  const children = useChildren() ?? NOBODY;
  const stored = useSyncExternalStore(subscribe, storedChild);
  const [first] = children;
  return children.find(({ id }) => id === stored) ?? (children.length === 1 && first ? first : null);
}

/** Returns the child that the address names, as links of messages do, and chooses it for every screen. */
export function useAskedChild(): Child | undefined {
  const [params] = useSearchParams();
  const changeAddress = useAddressChange();
  const asked = useChildren()?.find(({ id }) => id === params.get("uczen"));
  const askedId = asked?.id;
  useEffect(() => {
    if (!askedId) return;
    chooseChild(askedId);
    changeAddress({ uczen: null });
  }, [askedId, changeAddress]);
  return asked;
}

/**
 * Returns the child for whom a booking form is: the chosen one, else the first for whom the parent may book. A form that
 * has begun keeps its child until the parent chooses another one, also when a sibling is added meanwhile.
 */
export function useBookedChild(): Child | undefined {
  const children = useChildren() ?? NOBODY;
  const asked = useAskedChild();
  const chosen = useChosenChild();
  const [begunId, setBegunId] = useState<string>();
  const bookable = children.filter(({ rights }) => rights.book);
  const child = asked ?? chosen ?? bookable.find(({ id }) => id === begunId) ?? bookable[0];
  if (child && child.id !== begunId) setBegunId(child.id);
  return child;
}

/** Returns what a list of lessons asks for: the chosen child of a parent, nothing of everybody else. */
export function useStudentFilter(): { studentId?: string } {
  const child = useChosenChild();
  return child ? { studentId: child.id } : {};
}

/** Returns who acts on a student's lesson: the person, or a parent with the right for the child. */
export function useActorFor(studentId: string): Actor {
  const { id, role } = useProfile();
  const children = useChildren() ?? NOBODY;
  const mayBook = children.some((child) => child.id === studentId && child.rights.book);
  return { id, role, ...(mayBook ? { actsFor: studentId } : {}) };
}

/** Tells whether the person does what students do for themselves: the student, or a parent for a child without a login. */
export function useActsAsStudent(studentId: string | undefined): boolean {
  const { role } = useProfile();
  const children = useChildren() ?? NOBODY;
  return role === "Student" || children.some(({ id, hasLogin }) => id === studentId && !hasLogin);
}

/** How a parent calls the child whose lesson it is. */
export function firstNameOf({ studentName }: { studentName: string }): string {
  return studentName.split(" ")[0] ?? studentName;
}
