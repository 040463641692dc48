/** What package.json tells of the program. `commands`: folder of the command files, relative to it. */
export interface Program {
  readonly name: string
  readonly version: string
  readonly oclif: {readonly bin: string; readonly commands: string}
}

/** The program by name, version and what it runs on. */
export function agentOf(program: Program): string {
  return `${program.oclif.bin}/${versionsOf(program)}`
}

export function versionsOf({version}: Pick<Program, 'version'>): string {
  return `${version} ${process.platform}-${process.arch} node-${process.version}`
}
