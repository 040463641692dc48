import {statfsSync, statSync} from 'node:fs'
import type {DiskFacts} from './disk-facts.ts'

/** Facts of the disk that holds a folder. */
export function nodeDisk(folder: string): DiskFacts {
  return {
    use: () => {
      try {
        const {blocks, bavail, bsize, files, ffree} = statfsSync(folder)
        const [totalInodes, availableInodes] = files > 0 ? [files, ffree] : [null, null]
        return {totalBytes: blocks * bsize, availableBytes: bavail * bsize, totalInodes, availableInodes}
      } catch {
        return undefined
      }
    },
    sizeOf: (path) => statSync(path, {throwIfNoEntry: false})?.size ?? 0,
  }
}
