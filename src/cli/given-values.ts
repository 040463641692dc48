import type {Interfaces} from '@oclif/core'
import {AssayError} from '#error/assay-error'
import type {Mistake} from '#error/collect-mistakes'

/** Arguments as they are typed: the parser would take a missing one from standard input, and with it the rest of a script that is read from there. */
export function typedArguments(args: Interfaces.ArgInput): Interfaces.ArgInput {
  return Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, {...arg, ignoreStdin: true}]))
}

/** Flags that were given nothing, as by a variable that is not set: taken for none, they would let another thing be done than was meant. */
export function emptyFlags(raw: Interfaces.ParserOutput['raw']): Mistake[] {
  const names = raw.flatMap((token) => (token.type === 'flag' && token.input === '' ? [token.flag] : []))
  return [...new Set(names)].map((key) => {
    const hint = 'Leave it out, or set the variable that it comes from.'
    return {key, error: new AssayError('usage', `--${key} has an empty value`, {hint})}
  })
}
