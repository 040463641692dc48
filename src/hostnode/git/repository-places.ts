import {join} from 'node:path'
import type {RepositoryRow} from '../model/objects.ts'
import {FOLDERS_BY_ID_SCHEMA} from '../model/release.ts'

/** Paths of repositories in the data directory: in their place, being created, and being removed. */
export class RepositoryPlaces {
  readonly root: string
  readonly #schema: number

  constructor(dataDir: string, schema: number) {
    this.root = join(dataDir, 'repos')
    this.#schema = schema
  }

  /** Built from the stored row alone, never from a caller's text. */
  folder({id, owner, name}: Pick<RepositoryRow, 'id' | 'owner' | 'name'>): string {
    return this.#schema < FOLDERS_BY_ID_SCHEMA ? join(this.root, owner, `${name}.git`) : join(this.root, `${id}.git`)
  }

  staging(id: string): string {
    return join(this.root, `.staging-${id}`)
  }

  trash(id: string): string {
    return join(this.root, `.trash-${id}`)
  }
}

/** Whether a name below the root of repositories belongs to a half-done creation or removal. */
export function isHalfDone(name: string): boolean {
  return /^\.(staging|trash)-/.test(name)
}
