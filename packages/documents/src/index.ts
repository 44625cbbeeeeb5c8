export { renderMonthlySummary } from "./monthly-summary";
export { type Document, renderPdf } from "./pdf";
export { type Receipt, renderReceipt } from "./receipt";
