import {lineReader} from '#process/line-reader'
import {serveModule} from '#provider/module/serve-module'
import {systemClock} from '#random/system-clock'

/** The process of a module: pieces of what it is told go in, lines of what it says come out. */
export function composeProviderHost(say: (line: string) => void): (piece: Uint8Array) => void {
  const read = lineReader(Number.POSITIVE_INFINITY, serveModule({clock: systemClock, say}))
  return (piece) => void read(piece)
}
