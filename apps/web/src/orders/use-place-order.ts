import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { useIsHere } from "../ui/use-is-here";

/** By then the provider's page has loaded or never will: the person pressed Stop, or an installed application shows it elsewhere. */
const LEAVING_MS = 15_000;

/**
 * Places an order and leads on: to the provider's page, or to the order itself while it waits for the payer (rules §39).
 * `isPending` lasts until the provider's page is there: a second press would place a second order.
 */
export function usePlaceOrder(onPlaced?: () => void) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const place = trpc.orders.place.useMutation({
    onSuccess({ id, payUrl }) {
      onPlaced?.();
      if (!isHere()) return;
      if (payUrl === "") void navigate(`${paths.payments}?zamowienie=${id}`);
      else window.location.assign(payUrl);
    },
  });
  const { reset } = place;
  useEffect(() => {
    // The browser's Back may restore this page in the state in which it was left.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, [reset]);
  const isLeaving = (place.data?.payUrl ?? "") !== "";
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(reset, LEAVING_MS);
    return () => clearTimeout(timer);
  }, [isLeaving, reset]);
  return { ...place, isPending: place.isPending || isLeaving };
}
