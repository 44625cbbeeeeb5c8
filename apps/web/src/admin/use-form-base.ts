import { useEffect, useEffectEvent, useState } from "react";

/**
 * What a form was filled from, while somebody else may save something newer. Without edits the newer state is taken in
 * at once; with edits the person is told (`isOutdated`), and takes it in by `reload`.
 *
 * @param takeIn fills the form from `newest`, keeping what differs from `base`
 */
export function useFormBase<Thing extends { readonly version: number }>(
  newest: Thing,
  form: { hasEdits: (base: Thing) => boolean; takeIn: (base: Thing) => void },
): { base: Thing; isOutdated: boolean; reload: () => void } {
  const [base, setBase] = useState(newest);
  const isStale = newest.version > base.version;
  const hasEdits = form.hasEdits(base);

  function reload() {
    form.takeIn(base);
    setBase(newest);
  }

  const adopt = useEffectEvent(reload);
  useEffect(() => {
    if (isStale && !hasEdits) adopt();
  }, [isStale, hasEdits]);
  return { base, isOutdated: isStale && hasEdits, reload };
}
