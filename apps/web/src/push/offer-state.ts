const KEY = "korki-push-offer";

/** A lesson was booked: the offer is due, unless it was answered on this device. */
export function noteBooking(): void {
  if (localStorage.getItem(KEY) === null) localStorage.setItem(KEY, "due");
}

export function isOfferDue(): boolean {
  return localStorage.getItem(KEY) === "due";
}

export function answerOffer(): void {
  localStorage.setItem(KEY, "answered");
}
