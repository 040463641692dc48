import {readdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {gitIn} from './git-backend.ts'
import type {SecondHost} from './second-host.ts'

/** A branch goes back by a commit. */
export function moveRef({state}: SecondHost): () => void {
  const old = gitIn(state.root, 'first', 'rev-parse', 'refs/heads/trunk')
  gitIn(state.root, 'first', 'update-ref', 'refs/heads/trunk', `${old}~1`)
  return () => void gitIn(state.root, 'first', 'update-ref', 'refs/heads/trunk', old)
}

/** The newest commit of one repository is not what its name says. */
export function corruptObject({state}: SecondHost): () => void {
  const oid = gitIn(state.root, 'second', 'rev-parse', 'refs/heads/trunk')
  const folder = join(state.root, 'second.git', 'objects', oid.slice(0, 2))
  const file = join(folder, readdirSync(folder)[0] ?? '')
  rmSync(file)
  writeFileSync(file, 'no object')
  return () => undefined
}
