import {resolve} from 'node:path'
import {parseArgs} from 'node:util'
import {AssayError} from '#error/assay-error'
import type {NodeSurroundings} from './surroundings.ts'

/** Flags of a command that ends by itself: those with a value and those without. */
export interface CommandFlags {
  readonly values: ReadonlyMap<string, string>
  readonly switches: ReadonlySet<string>
  /** What stands beside flags. */
  readonly operands: readonly string[]
}

/** Throws `usage` for a flag that is none of these, twice there, or without its value. */
export function readCommandFlags(
  args: readonly string[],
  flags: {readonly values: readonly string[]; readonly switches: readonly string[]},
): CommandFlags {
  const options: Record<string, {type: 'string' | 'boolean'; multiple: true}> = Object.fromEntries([
    ...flags.values.map((name) => [name, {type: 'string', multiple: true}]),
    ...flags.switches.map((name) => [name, {type: 'boolean', multiple: true}]),
  ])
  const {values, positionals} = parsed(() => parseArgs({args: [...args], options, allowPositionals: true}))
  const all = new Map(Object.entries(values))
  const given = new Map<string, string>()
  for (const [name, told] of all) {
    if (told !== undefined && told.length > 1) throw new AssayError('usage', `--${name} is there twice`)
    const value = told?.[0]
    // A variable of a script that was never set: what it should have named is not the folder where the script runs.
    if (value === '') throw new AssayError('usage', `--${name} needs a value`, {hint: 'Name what it is to be.'})
    if (typeof value === 'string') given.set(name, value)
  }
  return {
    values: given,
    switches: new Set(flags.switches.filter((name) => all.has(name))),
    operands: positionals,
  }
}

/** Where the data are: the flag before the variable before what `serve` takes. Throws `usage`. */
export function dataDirOf({values}: CommandFlags, {env, cwd}: NodeSurroundings): string {
  const path = values.get('data-dir') ?? env['HOSTNODE_DATA_DIR'] ?? './hostnode-data'
  if (path === '')
    throw new AssayError('usage', 'HOSTNODE_DATA_DIR is empty', {hint: 'Name a folder in it, or unset it.'})
  return resolve(cwd, path)
}

function parsed<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new AssayError('usage', 'a flag is unknown, or lacks its value', {
      cause: error,
      hint: 'Run hostnode --help for the flags.',
    })
  }
}
