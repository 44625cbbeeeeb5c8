import { interfaceTexts } from "@korki/contracts/texts/interface";
import {
  createContext,
  type FormEvent,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useConnection } from "../server/connection";
import { errorText, isUnreachable } from "../server/errors";
import { useUnsavedWork } from "../updates/unsaved-work";
import styles from "./form.module.css";
import { Note } from "./note";

/** The values of a form's fields, by name. */
export type Values = Readonly<Record<string, string>>;
/** What is wrong, by field; a field without a fault is absent. */
export type Faults = Readonly<Record<string, string | null | undefined>>;

/** A refusal about one field: it is shown there, and the field gets the focus. Without a text it only asks. */
export class FieldFault extends Error {
  constructor(
    readonly field: string,
    readonly text: string | null,
  ) {
    super(text ?? field);
  }
}

/** The faults that the form's fields show. */
const ShownFaults = createContext<Faults>({});

/**
 * A form of the visitors' pages, made of the browser's own fields. A field is checked when it is left, and all of them
 * on submit, when the first wrong one gets the focus. While the call is under way a second submit does nothing. A
 * failure is shown above the button, and everything typed stays.
 */
export function Form<Result>(props: {
  /** accessible name */
  label: string;
  faultsOf: (values: Values) => Faults;
  send: (values: Values) => Promise<Result>;
  onSent: (result: Result) => void;
  onInput?: (values: Values) => void;
  submitLabel: string;
  /** what it does cannot be taken back: the button is red */
  dangerous?: boolean;
  /** whether the browser asks before a page with something typed is left */
  warnOnLeave?: boolean;
  children: ReactNode;
}) {
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<unknown>(null);
  const [isSending, setIsSending] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  const busy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  useUnsavedWork(isDirty, { warn: props.warnOnLeave ?? false });

  function edited({ target, currentTarget }: SyntheticEvent<HTMLFormElement>) {
    const values = valuesOf(currentTarget);
    setIsDirty(Object.values(values).some((value) => value !== ""));
    if (isField(target)) setFaults((before) => ({ ...before, [target.name]: null }));
    props.onInput?.(values);
  }

  function left({ target, currentTarget }: SyntheticEvent<HTMLFormElement>) {
    if (!isField(target) || target.type === "radio" || target.type === "checkbox") return;
    const { name } = target;
    const fault = props.faultsOf(valuesOf(currentTarget))[name];
    setFaults((before) => ({ ...before, [name]: fault }));
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy.current) return;
    const values = valuesOf(event.currentTarget);
    const found = props.faultsOf(values);
    flushSync(() => setFaults(found));
    if (Object.values(found).some(Boolean)) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return;
    }
    busy.current = true;
    setIsSending(true);
    setError(null);
    try {
      const result = await props.send(values);
      setIsDirty(false);
      props.onSent(result);
    } catch (failure) {
      if (failure instanceof FieldFault) {
        const { field, text } = failure;
        flushSync(() => setFaults((before) => ({ ...before, [field]: text })));
        form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
      } else setError(failure);
    } finally {
      busy.current = false;
      setIsSending(false);
    }
  }

  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      onInput={edited}
      onBlur={left}
      noValidate
      aria-label={props.label}
      aria-busy={isSending}
    >
      <ShownFaults value={faults}>{props.children}</ShownFaults>
      {error ? <Failure error={error} /> : null}
      <button
        type="submit"
        className={`${styles.button} ${styles.wide}`}
        data-dangerous={props.dangerous || undefined}
        aria-busy={isSending}
        aria-disabled={isSending}
        // Pressing it takes no focus: the fault that leaving a field may show would move it away.
        onMouseDown={(event) => event.preventDefault()}
      >
        {isSending ? (
          <>
            <span className={styles.spinner} aria-hidden />
            <span className="read-out">{props.submitLabel}</span>
          </>
        ) : (
          props.submitLabel
        )}
      </button>
    </form>
  );
}

/** The error of a failed call, until the connection is back. */
function Failure({ error }: { error: unknown }) {
  const isConnected = useConnection() === "online";
  if (isConnected && isUnreachable(error)) return <Note tone="calm">{interfaceTexts.connectionBack}</Note>;
  return <Note tone="bad">{errorText(error)}</Note>;
}

/** The fault that a field shows; null where it has none. */
export function useFault(name: string): string | null {
  return useContext(ShownFaults)[name] ?? null;
}

function valuesOf(form: HTMLFormElement): Values {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) if (typeof value === "string") values[name] = value;
  return values;
}

function isField(target: EventTarget): target is HTMLInputElement {
  return "name" in target && target.name !== "" && "form" in target;
}
