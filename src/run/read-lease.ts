import {lease} from '#contract/generated/lease'
import type {Lease} from '#contract/generated/types'
import {parse} from '#contract/parse'
import type {FileReader} from '#path/files'

const MOST_LEASE_BYTES = 16 * 1024

/** The lease of an open run, or undefined when there is none that can be believed. */
export function readLease(path: string, reader: FileReader): Lease | undefined {
  try {
    return parse(lease, JSON.parse(new TextDecoder().decode(reader.read(path, MOST_LEASE_BYTES))))
  } catch {
    return undefined
  }
}
