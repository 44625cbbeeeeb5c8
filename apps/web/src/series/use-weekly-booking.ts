import type { SeriesBody } from "@korki/contracts/series";
import { seriesScreenTexts as texts } from "@korki/contracts/texts/series-screens";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useEffectEvent } from "react";
import { useRequestText } from "../lesson-parts/waiting-steps";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { toastSuccess } from "../ui/toasts";
import { useNavigateHere } from "../ui/use-is-here";
import { usePreview } from "./use-preview";

/** How long typing may pause before the dates are looked at again. */
const PAUSE_MS = 300;

/**
 * Looks at the dates of a wished weekly lesson as soon as it is known, and books them.
 *
 * @param wish null: no weekly lesson is wished
 */
export function useWeeklyBooking(wish: SeriesBody | null, onBooked: () => void) {
  const navigate = useNavigateHere();
  const { preview, show, clear, onRefused } = usePreview();
  const requestText = useRequestText();
  const check = trpc.series.preview.useMutation({ onSuccess: show });
  const create = trpc.series.create.useMutation({
    onError: onRefused,
    async onSuccess({ lessons }) {
      const text = await requestText(lessons, texts.asked);
      // Last: while the text is fetched, refreshed hours may take the booked slot out of the form, which makes it dirty.
      onBooked();
      toastSuccess(text);
      navigate(paths.series);
    },
  });
  const key = JSON.stringify(wish);
  const [settled] = useDebouncedValue(key, PAUSE_MS);
  const look = useEffectEvent(() => {
    create.reset();
    if (wish) check.mutate(wish);
    else clear();
  });
  useEffect(() => {
    if (settled) look();
  }, [settled]);
  const isFresh = preview !== null && settled === key && !check.isPending;
  return {
    preview: wish ? preview : null,
    error: wish ? (create.error ?? check.error) : null,
    isPending: wish !== null && (create.isPending || (!isFresh && !check.error)),
    submit() {
      if (wish && preview && isFresh && preview.free > 0) create.mutate({ ...wish, token: preview.token });
      else look();
    },
  };
}
