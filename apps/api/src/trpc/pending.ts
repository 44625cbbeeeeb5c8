import { ServiceError } from "@korki/services";

/** For a procedure whose contract stands before its use case does. */
export function pending(): never {
  throw new ServiceError("conflict", "Ta funkcja będzie dostępna wkrótce");
}
