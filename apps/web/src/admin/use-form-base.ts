import { useEffect, useEffectEvent, useState } from "react";

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
): { base: Thing; setBase: (saved: Thing) => void; isOutdated: boolean; reload: () => void } {
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
