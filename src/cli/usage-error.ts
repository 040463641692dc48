import type {Interfaces} from '@oclif/core'
import {CLIError} from '@oclif/core/errors'
import {isRecord} from '#contract/is-record'
import {AssayError} from '#error/assay-error'
import {nearestNames} from '#error/nearest'
import {usageFault} from './usage-fault.ts'

/** What the parser knew when it refused a command line. */
export interface Refused {
  readonly command: string
  readonly flags: Interfaces.FlagInput
  readonly args: Interfaces.ArgInput
  readonly argv: readonly string[]
}

/**
 * The caller's mistake in words of ours: messages of the parser echo values, and a value may be a secret. What its error holds in a field
 * is taken from there, all else from the definitions; its messages are not read. Undefined for what is no error of the parser.
 */
export function usageError(error: unknown, refused: Refused): AssayError | undefined {
  if (!(error instanceof CLIError)) return undefined
  const hint = `assay ${refused.command} --help`
  if ('flags' in error && isList(error.flags)) return unknownFlag(String(error.flags[0] ?? ''), refused)
  if ('args' in error && isList(error.args)) {
    const [first] = error.args
    const given = typeof first === 'string' ? first : undefined
    return new AssayError('usage', argumentsFault(error.args, refused), {hint, given})
  }
  const fault = usageFault(refused.flags, refused.args, refused.argv)
  return new AssayError('usage', fault?.message ?? 'the command line cannot be read', {
    hint: fault?.hint ?? hint,
    given: fault?.given,
  })
}

/** `args`: the words that are too many, or the definitions of the arguments that are missing. */
function argumentsFault(args: readonly unknown[], {command, args: known}: Refused): string {
  const [first] = args
  if (isRecord(first)) return `the argument ${first['name']} is missing`
  const count = Object.keys(known).length
  const most = count === 0 ? 'no argument' : `at most ${count}`
  return `unexpected argument: ${command} takes ${most}, ${count + args.length} given`
}

/** A word that names no command. `known`: all commands, words separated by spaces. */
export function unknownCommand(words: readonly string[], known: readonly string[]): AssayError {
  const near = nearestCommands(words, known)
  return new AssayError('unknown_command', `there is no command like this${near.length ? '' : ' or near it'}`, {
    hint: near.length ? near.map((name) => `assay ${name}`).join(' or ') : 'assay --help',
    given: words.join(' '),
  })
}

function nearestCommands(words: readonly string[], known: readonly string[]): string[] {
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const near = nearestNames(words.slice(0, count).join(' '), known)
    if (near.length) return near
  }
  return []
}

function unknownFlag(given: string, refused: Refused): AssayError {
  const name = given.replace(/=.*$/s, '')
  const near = nearestNames(name.replace(/^-+/, ''), Object.keys(refused.flags))
  // A short cluster may be a value that slipped; a long name is worth showing.
  const shown = /^--[a-z][a-z-]{0,40}$/.test(name) ? ` ${name}` : ''
  const hint = near.length ? near.map((flag) => `--${flag}`).join(' or ') : `assay ${refused.command} --help`
  return new AssayError('usage', `unknown flag${shown}`, {hint, ...(shown === '' && {given})})
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
