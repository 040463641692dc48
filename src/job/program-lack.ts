import {delimiter, join, resolve} from 'node:path'
import type {FileReader} from '#path/files'
import {isReachableFile} from '#path/reachable-file'
import type {ChildEnd} from '#process/children'

/** Where a program is looked for: `path` as `PATH` has it. */
export interface ProgramPlace {
  readonly cwd: string
  readonly path: string | undefined
}

/** Why the machine would not find a program, in words; undefined where a file of that name is there. */
export function lackOfProgram(program: string, {cwd, path}: ProgramPlace, reader: FileReader): string | undefined {
  if (program.includes('/')) return isReachableFile(resolve(cwd, program), reader) ? undefined : 'there is no such file'
  if (path === undefined) return undefined
  const isThere = path.split(delimiter).some((folder) => isReachableFile(join(resolve(cwd, folder), program), reader))
  return isThere ? undefined : 'no folder of PATH holds it'
}

/** Why a program that was looked for at a place could not be started, by what the system said. */
export function whyNotStarted(program: string, {errno}: ChildEnd, place: ProgramPlace, reader: FileReader): string {
  const isUnsought = place.path === undefined && !program.includes('/')
  const lack = isUnsought
    ? 'PATH is not set, and no folder of the system holds it'
    : lackOfProgram(program, place, reader)
  switch (errno) {
    case 'ENOENT':
      return lack ?? 'it is there, but not what its first line names to run it'
    case 'EACCES':
      return 'it must not be executed (chmod +x)'
    default:
      return lack ?? `the system said ${errno ?? 'nothing'}`
  }
}
