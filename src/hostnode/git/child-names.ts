import {sha256} from '#digest/sha256'

/** A child of git that a crash of the node may leave behind, as the name of a file tells. */
export interface ChildName {
  readonly repositoryId: string
  readonly pid: number
  /** When it began: a later process with that number began at another time. */
  readonly started: string
  /** Of the boot of the machine it ran in. */
  readonly boot: string
}

const BOOT_LENGTH = 16

/** Of a boot, no longer than a name has to be. */
export function bootName(boot: string): string {
  return sha256(boot).replace('sha256:', '').slice(0, BOOT_LENGTH)
}

export function childName({repositoryId, pid, started, boot}: ChildName): string {
  return [repositoryId, pid, started, boot].join('.')
}

/** Undefined where a name is no child's. */
export function parseChildName(name: string): ChildName | undefined {
  const [, repositoryId, pid, started, boot] = /^(repo_\w+)\.([1-9]\d*)\.(\w+)\.([0-9a-f]+)$/.exec(name) ?? []
  if (repositoryId === undefined || started === undefined || boot === undefined) return undefined
  return {repositoryId, pid: Number(pid), started, boot}
}
