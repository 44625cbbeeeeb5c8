import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useEffectEvent, useState } from "react";
import { changedValues } from "../ui/changed-values";

type FormBase<Thing> = {
  base: Thing;
  setBase: (saved: Thing) => void;
  isOutdated: boolean;
  reload: () => void;
};

/**
 * What a form was filled from, while somebody else may save something newer. Without edits the newer state is taken in
 * at once; with edits the person sees it (`isOutdated`) and merges it with `reload`.
 *
 * @param takeIn fills the form from `newest`, keeping what differs from `base`
 */
export function useFormBase<Thing>(
  newest: Thing,
  form: {
    isStale: (base: Thing) => boolean;
    hasEdits: (base: Thing) => boolean;
    takeIn: (base: Thing) => void;
  },
): FormBase<Thing> {
  const [base, setBase] = useState(newest);
  const isStale = form.isStale(base);
  const hasEdits = form.hasEdits(base);

  function reload() {
    form.takeIn(base);
    setBase(newest);
  }

  const adopt = useEffectEvent(reload);
  useEffect(() => {
    if (isStale && !hasEdits) adopt();
  }, [isStale, hasEdits]);
  return { base, setBase, isOutdated: isStale && hasEdits, reload };
}

/**
 * The same for a form of plain fields: each that was edited stays, the others become what is stored now.
 *
 * @param call the call that saves; its refusal is forgotten with the older state
 */
export function useFieldsBase<Thing, Values extends object>(
  newest: Thing,
  form: UseFormReturnType<Values>,
  how: {
    valuesOf: (thing: Thing) => Values;
    isStale: (base: Thing) => boolean;
    call: { reset: () => void };
  },
): FormBase<Thing> {
  const { valuesOf, isStale, call } = how;
  return useFormBase(newest, {
    isStale,
    hasEdits: (base) => Object.keys(changedValues(valuesOf(base), form.values)).length > 0,
    takeIn(base) {
      const edits = changedValues(valuesOf(base), form.values);
      form.setInitialValues(valuesOf(newest));
      form.setValues({ ...valuesOf(newest), ...edits });
      call.reset();
    },
  });
}
