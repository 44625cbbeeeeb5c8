import { newId, toDbDate } from "@korki/db";
import { addDays, addMonths, monthBounds, monthOf, today } from "@korki/domain";
import { startInvoicesEmulator } from "@korki/sandbox";
import { setPayerMode } from "@korki/services/bills/billing-settings";
import { issueBills, previewBills } from "@korki/services/bills/issue-bills";
import { listMyBills } from "@korki/services/bills/read-bills";
import { saveBillingData } from "@korki/services/invoices/billing-data";
import { saveInvoicing } from "@korki/services/invoices/invoicing";
import { listMyInvoices } from "@korki/services/invoices/list-invoices";
import { placeOrder } from "@korki/services/orders/place-order";
import { settleOrder } from "@korki/services/orders/settle-order";
import { addPayment } from "@korki/services/payments/add-payment";
import { makeStudentOf, makeTeacher } from "@korki/services/testing/classroom";
import { FakeProvider } from "@korki/services/testing/fake-provider";
import { makePerson, type Person, personCtx } from "@korki/services/testing/people";
import { openTestServices } from "@korki/services/testing/test-services";
import { afterAll, beforeEach } from "vitest";

/** Everything on one page. */
export const PAGE = { page: 1, pageSize: 100 };
const ADDRESS = { street: "Długa 1", postCode: "00-001", city: "Warszawa" };
export const PRIVATE = { kind: "private", name: "Jan Kowalski", nip: null, ...ADDRESS } as const;
export const COMPANY = { kind: "company", name: "Nowak sp. z o.o.", nip: "1111111111", ...ADDRESS } as const;
const MATHS = { subject: "Matematyka", level: "liceumP" } as const;
/** The centre's account at the provider. */
export const ACCOUNT = { domain: "centrum", token: "sekret-konta", tax: "23" } as const;

/**
 * Called at the top of a test file: a centre that makes an invoice of each payment, and the provider of invoices. Each
 * test begins without invoices and without faults of the provider.
 */
export async function openInvoicing() {
  const { url, emulator, close } = await startInvoicesEmulator();
  afterAll(close);
  const services = await openTestServices({
    DEMO: "1",
    FAKTUROWNIA_API_ROOT: url,
    INVOICE_RETRY_SECONDS: "60",
  });
  const payments = new FakeProvider();
  services.payments = payments;
  const { prisma } = services.db;
  const admin = await makePerson(services, "Admin");
  const asAdmin = personCtx(services, admin);
  const teacher = await makeTeacher(services);

  const turnOn = (mode: "onRequest" | "eachOrder" | "eachCompanyOrder", ksef = false) =>
    saveInvoicing(asAdmin, { ...ACCOUNT, mode, ksef });

  beforeEach(async () => {
    emulator.faults.clear();
    await prisma.invoiceFile.deleteMany();
    await prisma.invoice.deleteMany({ where: { kind: "correction" } });
    await prisma.invoice.deleteMany();
    await turnOn("eachOrder");
  });

  async function payer(data: Parameters<typeof saveBillingData>[1] | null = PRIVATE): Promise<Person> {
    const student = await makeStudentOf(services, teacher);
    if (data) await saveBillingData(personCtx(services, student), data);
    return student;
  }

  async function payOnline(student: Person, lessons = [4]): Promise<string> {
    const items = lessons.map(
      (count, at) => ({ ...MATHS, level: at ? "szkolaP" : "liceumP", lessons: count }) as const,
    );
    const order = await placeOrder(personCtx(services, student), { items });
    await settleOrder(services, payments, payments.pay(order.id, order.amount).payment);
    return order.id;
  }

  const payByHand = (student: Person, change: { moneyAmount?: number; paidOn?: string } = {}) =>
    addPayment(
      asAdmin,
      { studentId: student.id, ...MATHS, moneyAmount: 360, lessonAmount: 4, description: "", ...change },
      null,
    );

  /** Next month's bill of so many lessons of 90 zł. */
  async function billed(student: Person, lessons: number) {
    const { from } = monthBounds(addMonths(monthOf(today(services.now())), 1));
    await setPayerMode(asAdmin, { payerId: student.id, mode: "advance" });
    const { id: teacherId } = await makeTeacher(services);
    await prisma.lesson.createMany({
      data: Array.from({ length: lessons }, (_, at) => ({
        id: newId(),
        teacherId,
        studentId: student.id,
        ...MATHS,
        title: "Matematyka",
        date: toDbDate(addDays(from, 7 * at)),
        block: at,
        status: "Potwierdzona",
        price: 90,
        rate: 60,
      })),
    });
    const month = from.slice(0, 7);
    const { token } = await previewBills(asAdmin, { month });
    await issueBills(asAdmin, { month, token });
    const [bill] = (await listMyBills(personCtx(services, student), PAGE)).items;
    if (!bill) throw new Error("no bill");
    return bill;
  }

  const later = (seconds: number) =>
    (services.clock.time = new Date(services.now().getTime() + seconds * 1000));
  const mine = async (person: Person) => (await listMyInvoices(personCtx(services, person), PAGE)).items;
  const sentFor = (id: string) => emulator.list().filter(({ oid }) => oid === id);

  return {
    services,
    payments,
    prisma,
    emulator,
    admin,
    asAdmin,
    teacher,
    turnOn,
    payer,
    payOnline,
    payByHand,
    billed,
    later,
    mine,
    sentFor,
  };
}
