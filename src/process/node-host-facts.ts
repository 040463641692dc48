import {existsSync, readFileSync} from 'node:fs'
import {arch, availableParallelism, cpus, platform, release, totalmem} from 'node:os'
import {classifyHost, type HostClassification} from './host-facts.ts'

/** Reads this machine. Whether it is a CI machine or has a terminal the hall knows. */
export function nodeHostFacts(seen: {isCi: boolean; isTerminal: boolean}): HostClassification {
  return classifyHost({
    os: platform(),
    release: release(),
    arch: arch(),
    cpuModel: cpus()[0]?.model ?? 'unknown',
    cpus: availableParallelism(),
    memoryBytes: totalmem(),
    node: process.versions.node,
    v8: process.versions.v8,
    isContainer: isContainer(),
    ...seen,
  })
}

function isContainer(): boolean {
  if (existsSync('/.dockerenv') || existsSync('/run/.containerenv')) return true
  try {
    return /docker|kubepods|containerd/.test(readFileSync('/proc/1/cgroup', 'utf8'))
  } catch {
    return false
  }
}
