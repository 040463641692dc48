import {AssayError} from '#error/assay-error'
import {nearestNames} from '#error/nearest'

/** What the parser knew when it refused a command line. */
export interface Refused {
  readonly command: string
  readonly flags: readonly string[]
  readonly argumentCount: number
  /** Values that one flag allows, by flag name. */
  readonly options: Readonly<Record<string, readonly string[]>>
  readonly argv: readonly string[]
}

/** Parser messages that hold no value of the caller, or hold it in a place that is cut off here. */
const SAYINGS: readonly (readonly [RegExp, (part: string, rest: string) => string])[] = [
  [/^Flag --(\S+) expects one of these values: (.*)/s, (flag, values) => `--${flag} needs a value: ${values}`],
  [/^Flag --(\S+) expects a value/, (flag) => `--${flag} needs a value`],
  [/^Flag --(\S+) can only be specified once/, (flag) => `--${flag} may be given only once`],
  [/^Expected --([^=\s]+)=.* to be one of: (.*)/s, (flag, values) => `--${flag} must be one of ${values}`],
  [/^Expected .* to be one of: (.*)/s, (values) => `an argument must be one of ${values}`],
  [/^Parsing --(\S+)\s+Expected (.*?) but received: /s, (flag, what) => `--${flag} must be ${what}`],
  [/^Expected (.*?) but received: /s, (what) => `an argument must be ${what}`],
  [/Missing required flag (\S+)/, (flag) => `--${flag} is required`],
  [
    /--(\S+)=.* cannot also be provided when using --([^\s=]+)/s,
    (one, other) => `--${one} does not go with --${other}`,
  ],
  [/All of the following must be provided when using --([^\s:]+): (.*)/s, (flag, all) => `--${flag} needs ${all}`],
  [/(?:Exactly|At least) one of the following must be provided: (.*)/s, (all) => `one of ${all} is required`],
  [/^Missing \d+ required args?:?\s*(\S*)/, (name) => `the argument ${name || 'of the command'} is missing`],
]

/**
 * The caller's mistake in words of ours, whatever the parser said: messages of the parser echo values, and a value may be
 * a secret. Anything that is no parser error is undefined.
 */
export function usageError(error: unknown, refused: Refused): AssayError | undefined {
  if (error instanceof AssayError) return fromFlagParser(error)
  if (!(error instanceof Error) || !isParserError(error)) return undefined
  const hint = `assay ${refused.command} --help`
  if ('flags' in error && isTexts(error.flags)) return unknownFlag(error.flags[0] ?? '', refused)
  if ('args' in error && isTexts(error.args)) {
    const most = refused.argumentCount === 0 ? 'no argument' : `at most ${refused.argumentCount}`
    const given = refused.argumentCount + error.args.length
    return new AssayError('usage', `unexpected argument: ${refused.command} takes ${most}, ${given} given`, {
      hint,
      given: error.args[0],
    })
  }
  for (const [pattern, say] of SAYINGS) {
    const found = pattern.exec(error.message)
    if (!found) continue
    const [, part = '', rest = ''] = found.map((text) => text.replace(/\s*See more help.*$/s, '').trim())
    return new AssayError('usage', say(part, rest), {
      hint: nearestOption(part, refused) ?? hint,
      given: givenFor(part, refused),
    })
  }
  return new AssayError('usage', 'the command line cannot be read', {hint})
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
  const near = nearestNames(name.replace(/^-+/, ''), refused.flags)
  // A short cluster may be a value that slipped; a long name is worth showing.
  const shown = /^--[a-z][a-z-]{0,40}$/.test(name) ? ` ${name}` : ''
  const hint = near.length ? near.map((flag) => `--${flag}`).join(' or ') : `assay ${refused.command} --help`
  return new AssayError('usage', `unknown flag${shown}`, {hint, ...(shown === '' && {given})})
}

function givenFor(flag: string, {argv}: Refused): string | undefined {
  const at = argv.findIndex((arg) => arg === `--${flag}` || arg.startsWith(`--${flag}=`))
  if (at < 0) return undefined
  return argv[at]?.includes('=') ? argv[at]?.replace(/^[^=]*=/, '') : argv[at + 1]
}

function nearestOption(flag: string, refused: Refused): string | undefined {
  const value = givenFor(flag, refused)
  const near = value === undefined ? [] : nearestNames(value, refused.options[flag] ?? [])
  return near.length ? near.map((name) => `--${flag} ${name}`).join(' or ') : undefined
}

/** The parser writes its own words around the message of an error that a flag threw. */
function fromFlagParser(error: AssayError): AssayError | undefined {
  const [, flag, message] = /^Parsing --(\S+) \n\t(.*)\nSee more help/s.exec(error.message) ?? []
  if (flag === undefined || message === undefined) return undefined
  const {code, hint, detail, issues, given, cause} = error
  return new AssayError(code, `--${flag}: ${message}`, {hint, detail, issues, given, cause})
}

/** Told by shape: the parser's classes are not exported, and a bundle renames what collides. */
function isParserError(error: Error): boolean {
  return 'oclif' in error || 'parse' in error || /^(Parsing --|Expected .* but received: )/s.test(error.message)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
