import { spawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { login } from "@korki/services/accounts/login";
import { visitorCtx } from "@korki/services/testing/people";
import { openTestServices } from "@korki/services/testing/test-services";
import { describe, expect, test } from "vitest";
import { askHidden, Interrupted } from "./ask-hidden";
import { createUserCommand, UsageError } from "./create-user-command";

const services = await openTestServices();
const PASSWORD = "Korepetycje1";

/** Runs the command; `answers` are typed one after another. */
async function run(args: string, env: Record<string, string> = {}, answers: string[] = []) {
  const said: string[] = [];
  await createUserCommand({
    args: args.split(" ").filter(Boolean),
    env,
    ask: async () => answers.shift() ?? "",
    say: (line) => void said.push(line),
    services: () => services,
  });
  return said.join("\n");
}

const account = (email: string) => services.db.prisma.user.findUniqueOrThrow({ where: { email } });

describe("user:create", () => {
  test("makes an account that works at once, with names that its role suggests", async () => {
    const said = await run("--role Admin --email Szef@Demo.example", { USER_PASSWORD: PASSWORD });
    const { id } = await account("szef@demo.example");
    expect(said).toBe(`Account made: Admin szef@demo.example (${id})`);
    expect(await account("szef@demo.example")).toMatchObject({
      role: "Admin",
      name: "Administrator",
      surname: "",
    });
    await login(visitorCtx(services), { email: "szef@demo.example", password: PASSWORD });
  });

  test("takes names, phone, any role in any letters, and a password typed twice", async () => {
    const details = "--name Ewa --surname Lis --phone +48600100200";
    await run(`-- --role parent --email ewa@demo.example ${details}`, {}, [PASSWORD, PASSWORD]);
    expect(await account("ewa@demo.example")).toMatchObject({
      role: "Parent",
      name: "Ewa",
      surname: "Lis",
      phone: "+48600100200",
    });
  });

  test.each([
    ["", {}, [], "--role and --email are needed."],
    ["--role Admin", {}, [], "--role and --email are needed."],
    [
      "--role Boss --email a@b.pl",
      {},
      [],
      "--role must be one of Student, Teacher, Parent, Admin, but is Boss.",
    ],
    ["--role Admin --email ab.pl", {}, [], "--email is not an e-mail address."],
    ["--role Admin --email a@b.pl --name X", {}, [], "--name needs at least 3 characters"],
    ["--role Admin --email a@b.pl --phone 600", {}, [], "--phone must be +48 and nine digits."],
    ["--role Admin --email a@b.pl --colour red", {}, [], "Unknown option '--colour'"],
    [
      "--role Admin --email a@b.pl",
      { USER_PASSWORD: "slabe" },
      [],
      "The password needs at least 8 characters",
    ],
    ["--role Admin --email a@b.pl", {}, [], "No password was given. Type one, or set USER_PASSWORD."],
    ["--role Admin --email a@b.pl", {}, [PASSWORD, "Inne12345"], "The two passwords differ."],
  ])("refuses %j with %j", async (args, env, answers, text) => {
    const refused = run(args, env, [...answers]);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(text);
  });

  test("refuses an address that has an account", async () => {
    const args = "--role Teacher --email dwa@demo.example";
    await run(args, { USER_PASSWORD: PASSWORD });
    await expect(run(args, { USER_PASSWORD: PASSWORD })).rejects.toThrow(
      "There is an account with the address dwa@demo.example already.",
    );
  });

  test("explains itself", async () => {
    expect(await run("--help")).toContain("pnpm user:create --role Admin");
  });
});

describe("as a program", () => {
  async function spawned(args: string[], env: Record<string, string>, input = "") {
    const script = fileURLToPath(new URL("../cli/create-user.ts", import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", script, ...args], {
      env: { PATH: process.env.PATH ?? "", AUTH_SECRET: services.settings.authSecret, ...env },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    child.stdin.end(input);
    const [code] = await once(child, "close");
    return { code, output };
  }

  test("it takes the password through a pipe and ends with 0", async () => {
    const args = ["--role", "Admin", "--email", "rura@demo.example"];
    const { code, output } = await spawned(args, { DATABASE_URL: services.databaseUrl }, `${PASSWORD}\n`);
    expect(output).toContain("Account made: Admin rura@demo.example");
    const { host, pathname, password } = new URL(services.databaseUrl);
    expect(output).toMatch(new RegExp(`^Database: .*${host}${pathname}\n`));
    if (password) expect(output).not.toContain(password);
    expect(code).toBe(0);
  });

  test("it says what is wrong and ends with 1", async () => {
    const args = ["--role", "Admin", "--email", "rura2@demo.example"];
    const [noDatabase, noServer] = await Promise.all([
      spawned(args, {}),
      spawned(args, {
        USER_PASSWORD: PASSWORD,
        DATABASE_URL: "postgresql://a:hidden@127.0.0.1:1/x?password=hidden",
      }),
    ]);
    expect(noDatabase).toMatchObject({ code: 1, output: expect.stringContaining("DATABASE_URL is not set") });
    expect(noServer).toMatchObject({ code: 1, output: expect.stringContaining("cannot be used") });
    expect(noServer.output).toContain("Database: postgresql://a@127.0.0.1:1/x\n");
    expect(noServer.output).not.toMatch(/hidden|Korepetycje/);
  });
});

describe("a hidden question", () => {
  /** A terminal whose keys the test presses. */
  function terminal() {
    const shown: string[] = [];
    const modes: boolean[] = [];
    const input = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (raw: boolean) => void modes.push(raw),
    });
    return { shown, modes, input, output: { write: (text: string) => void shown.push(text) } };
  }

  test("shows the question and nothing of the answer", async () => {
    const { input, output, shown, modes } = terminal();
    const answer = askHidden({ input, output }, "Password: ");
    for (const key of ["T", "ą", "x", "\x7f", "jne1", "\r"]) input.write(key);
    expect(await answer).toBe("Tąjne1");
    expect(shown.join("")).toBe("Password: \n");
    expect(modes).toEqual([true, false]);
  });

  test("can be asked twice, and ends with Ctrl-C", async () => {
    const { input, output, modes } = terminal();
    const first = askHidden({ input, output }, "?");
    input.write("one\n");
    expect(await first).toBe("one");
    const second = askHidden({ input, output }, "?");
    input.write("tw\x03");
    await expect(second).rejects.toThrow(Interrupted);
    expect(modes).toEqual([true, false, true, false]);
  });
});
