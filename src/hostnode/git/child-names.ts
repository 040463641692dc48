import {sha256} from '#digest/sha256'

/** A child of git that may outlive a crash of the node, as encoded in the name of a file. */
export interface ChildName {
  readonly repositoryId: string
  readonly pid: number
  /** Its start time, which tells it from a later process with the same pid. */
  readonly started: string
  /** Name of the boot of the machine in which it ran. */
  readonly boot: string
}

const BOOT_LENGTH = 16

/** A short name of a boot. */
export function bootName(boot: string): string {
  return sha256(boot).replace('sha256:', '').slice(0, BOOT_LENGTH)
}

export function childName({repositoryId, pid, started, boot}: ChildName): string {
  return [repositoryId, pid, started, boot].join('.')
}

/** Undefined if the name is not that of a child. */
export function parseChildName(name: string): ChildName | undefined {
  const [, repositoryId, pid, started, boot] = /^(repo_\w+)\.([1-9]\d*)\.(\w+)\.([0-9a-f]+)$/.exec(name) ?? []
  if (repositoryId === undefined || started === undefined || boot === undefined) return undefined
  return {repositoryId, pid: Number(pid), started, boot}
}
