import {sha256} from '#digest/sha256'
import type {RefTable} from '../git/refs.ts'

/** SHA-256 over the sorted lines `owner/name oid ref` of all repositories. */
export function refsDigest(repositories: Iterable<{readonly name: string; readonly refs: RefTable}>): string {
  const lines = [...repositories].flatMap(({name, refs}) => [...refs].map(([ref, oid]) => `${name} ${oid} ${ref}\n`))
  return sha256(lines.sort().join(''))
}
