import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../paths";
import { trpc } from "../trpc";
import { useIsHere } from "../ui/use-is-here";

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
    // The browser's Back may bring this page as it was left.
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, [reset]);
  return { ...place, isPending: place.isPending || (place.data?.payUrl ?? "") !== "" };
}
