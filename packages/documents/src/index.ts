export { renderBill } from "./bill";
export { type PaperPicture, renderBoard } from "./board";
export { renderMonthlySummary } from "./monthly-summary";
export { renderPayoutStatement } from "./payout-statement";
export type { Letterhead } from "./pdf";
export { renderReceipt } from "./receipt";
