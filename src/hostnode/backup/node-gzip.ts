import {Readable} from 'node:stream'
import {createGunzip, createGzip} from 'node:zlib'
import {AssayError} from '#error/assay-error'
import type {Gzip} from '../model/gzip-port.ts'
import {badArchive} from './backup-manifest.ts'

/** A fixed level, so that the same files give the same bytes. */
const LEVEL = 6

/** Gzip by Node's zlib. Its header holds no time. */
export const nodeGzip: Gzip = {
  pack: (pieces) => {
    const source = Readable.from(pieces, {objectMode: true})
    const gzip = createGzip({level: LEVEL})
    source.on('error', (error) => gzip.destroy(error))
    return source.pipe(gzip)
  },
  async *unpack(pieces) {
    const source = Readable.from(pieces, {objectMode: true})
    const gunzip = createGunzip()
    source.on('error', (error) => gunzip.destroy(error))
    try {
      for await (const piece of source.pipe(gunzip)) yield piece
    } catch (error) {
      if (error instanceof AssayError) throw error
      throw badArchive('is damaged: it cannot be unpacked')
    }
  },
}
