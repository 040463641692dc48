import {existsSync, readFileSync} from 'node:fs'
import {dirname, join, resolve} from 'node:path'

const NAMED = /\b(?:from|import)\s*\(?\s*(['"])(\.[^'"]+)\1/g

/** Files of declarations that a program meets which imports the one at `door`, itself included. All are absolute. */
export function reachedTypes(door: string): Set<string> {
  const reached = new Set<string>()
  const open = [resolve(door)]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    for (const [, , name = ''] of readFileSync(file, 'utf8').matchAll(NAMED)) {
      const next = join(dirname(file), name.replace(/\.[jt]s$/, '.d.ts'))
      if (!existsSync(next)) throw new Error(`${file} imports ${name}, which is not there`)
      open.push(next)
    }
  }
  return reached
}
