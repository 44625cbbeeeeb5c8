import type { Order } from "@korki/contracts/orders";
import { useNavigate } from "react-router-dom";
import { paths } from "../paths";

/** Returns what follows a new order: the provider's page, or the order itself while it waits for the payer (rules §39). */
export function usePlaced(): (order: Order) => void {
  const navigate = useNavigate();
  return ({ id, payUrl }) =>
    payUrl === "" ? void navigate(`${paths.payments}?zamowienie=${id}`) : window.location.assign(payUrl);
}
