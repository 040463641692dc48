/** What kind of machine this is; nothing that names it. Memory in GiB, rounded to one decimal. */
export interface HostFactsInput {
  readonly os: string
  readonly release: string
  readonly arch: string
  readonly cpuModel: string
  readonly cpus: number
  readonly memoryBytes: number
  readonly node: string
  readonly v8: string
  readonly isContainer: boolean
  readonly isCi: boolean
  readonly isTerminal: boolean
}

export interface HostClassification {
  readonly class: 'ci' | 'container' | 'workstation' | 'unknown'
  readonly os: string
  readonly arch: string
  readonly cpus: number
  readonly memory_gib: number
  /** What a timing depends on; hashed into the fingerprint. No host name. */
  readonly measuredOn: Readonly<Record<string, string | number>>
}

export function classifyHost(input: HostFactsInput): HostClassification {
  const memory = Math.round((input.memoryBytes / 2 ** 30) * 10) / 10
  return {
    class: input.isCi ? 'ci' : input.isContainer ? 'container' : input.isTerminal ? 'workstation' : 'unknown',
    os: input.os,
    arch: input.arch,
    cpus: input.cpus,
    memory_gib: memory,
    measuredOn: {
      cpu_model: input.cpuModel,
      cpus: input.cpus,
      memory_gib: Math.round(memory),
      os_major: `${input.os} ${input.release.split('.')[0]}`,
      arch: input.arch,
      node: input.node,
      v8: input.v8,
    },
  }
}
