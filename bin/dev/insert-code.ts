import {type Program, parseSync} from 'oxc-parser'

/** A piece of code and the offset before which it goes. */
export interface Insertion {
  readonly at: number
  readonly code: string
}

/** The source with what `find` wants inserted, by its syntax tree. Throws where the source cannot be parsed. */
export function insertCode(source: string, find: (program: Program) => readonly Insertion[]): string {
  const {program, errors} = parseSync('source.js', source)
  if (errors.length > 0) throw new Error(`the source cannot be parsed: ${errors[0]?.message}`)
  const fromTheEnd = find(program).toSorted((a, b) => b.at - a.at)
  return fromTheEnd.reduce((text, {at, code}) => text.slice(0, at) + code + text.slice(at), source)
}
