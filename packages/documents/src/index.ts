export { renderMonthlySummary } from "./monthly-summary";
export { renderPayoutStatement } from "./payout-statement";
export { type Document, renderPdf } from "./pdf";
export { type Receipt, renderReceipt } from "./receipt";
