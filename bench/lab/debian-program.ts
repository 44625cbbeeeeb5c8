import { aptInstall, aptUsable, findProgram, Problem } from "@korki/local-services";

/** Returns a program's path. Installs its Debian package first if the program is missing and this process may do that. */
export async function debianProgram(names: readonly string[], debianPackage: string): Promise<string> {
  if (!findProgram(names) && aptUsable()) await aptInstall([debianPackage]);
  const program = findProgram(names);
  if (!program)
    throw new Problem(`${names[0]} is missing. Install it (Debian: sudo apt-get install ${debianPackage}).`);
  return program;
}
