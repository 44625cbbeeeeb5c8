import { interfaceTexts } from "@korki/contracts/texts/interface";
import { Alert, Button, Group, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useConnection } from "../server/connection";
import { errorText, isUnauthenticated, isUnreachable } from "../server/errors";
import { useSession } from "../session/session-store";
import { useUnsavedWork } from "../updates/unsaved-work";
import { noteSent } from "./sent-values";

/** Two clicks within this time are one, while what the first one sent is on its way. */
const DOUBLE_CLICK_MS = 1_000;

/**
 * The frame of every form. Fields validate when they are left (`validateInputOnBlur` in `useForm`) and on submit, when
 * the first wrong one gets focus. While the call is on its way the button shows progress and a second
 * submit does nothing. A failure is shown above the button and keeps everything typed. While something typed is not
 * saved, no update reloads the page and the browser asks before the tab is closed: `saved`, `markSaved` or `fillSaved`
 * ends it for what was sent, and keeps what was typed meanwhile; `form.resetDirty()` ends it for all.
 */
export function FormShell<Values extends object>(props: {
  form: UseFormReturnType<Values>;
  onSubmit: (values: Values) => void;
  /** the call that it makes: whether it is on its way, and how it failed; required, so that no form forgets it */
  call: { isPending: boolean; error: unknown };
  /** overrides what the server said, e.g. „Dane nie zostały zmienione” */
  errorTitle?: string;
  /** the form's name unless given */
  submitLabel?: string;
  /** beside the submit button */
  secondary?: ReactNode;
  submitFullWidth?: boolean;
  /** it cannot be undone: the button is red */
  dangerous?: boolean;
  /** whether closing the tab asks first; not for a sign-in */
  warnOnLeave?: boolean;
  /** accessible name of the form */
  label: string;
  children: ReactNode;
}) {
  const { form, onSubmit, errorTitle, secondary, label, children } = props;
  const { isPending: pending, error } = props.call;
  const element = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  // Sending again after an answer is not a double click.
  useEffect(() => {
    if (!pending) sentAt.current = Number.NEGATIVE_INFINITY;
  }, [pending]);
  useUnsavedWork(form.isDirty(), { warn: props.warnOnLeave ?? true, holds: form.isDirty });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The second click of a double one may come before the call is drawn as pending.
    const isSent = performance.now() - sentAt.current < DOUBLE_CLICK_MS && client.isMutating() > 0;
    if (pending || isSent) return;
    let valid = false;
    flushSync(() => {
      form.onSubmit((values) => {
        valid = true;
        noteSent(form, form.getValues());
        onSubmit(values);
      })();
    });
    if (valid) sentAt.current = performance.now();
    else element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  return (
    <form ref={element} onSubmit={submit} noValidate aria-label={label} aria-busy={pending}>
      <Stack gap="md">
        {children}
        {error ? <Failure error={error} title={errorTitle} /> : null}
        {/* Pressing a button takes no focus: the error that leaving a field may show would move the button away. */}
        <Group
          data-form-foot
          gap="sm"
          justify={props.submitFullWidth ? "stretch" : "flex-end"}
          onMouseDown={(event) => event.preventDefault()}
        >
          {secondary}
          <Button
            type="submit"
            loading={pending}
            fullWidth={props.submitFullWidth ?? false}
            {...(props.dangerous ? { color: "red.9" } : {})}
          >
            {props.submitLabel ?? label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The error of a failed call, until the connection or the session is back. */
function Failure({ error, title }: { error: unknown; title: string | undefined }) {
  const isConnected = useConnection() === "online";
  const isSignedIn = useSession().phase === "signedIn";
  if (isUnreachable(error) ? isConnected : isUnauthenticated(error) && isSignedIn) {
    return (
      <Alert role="status" color="gray" variant="light" icon={<IconInfoCircle size={20} aria-hidden />}>
        {isUnreachable(error) ? interfaceTexts.connectionBack : interfaceTexts.signedInAgain}
      </Alert>
    );
  }
  return <FormError error={error} title={title} />;
}

/** A failed call, or what `text` says, shown where it happened and read out at once. */
export function FormError(props: { error: unknown; title?: string | undefined; text?: string }) {
  const { error, title, text } = props;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      title={title}
      icon={<IconAlertTriangle size={20} aria-hidden />}
    >
      {text ?? errorText(error)}
    </Alert>
  );
}
