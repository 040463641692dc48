import {join} from 'node:path'
import {composeExtras} from '#compose/compose-named'
import {composeRedactor} from '#compose/compose-redactor'
import {hereFiles} from '#compose/here-files'
import {hereServer, hereTlsFront} from '#compose/here-server'
import {serveHost} from '#drill/app/serve-host'
import {serveQuestions} from '#drill/app/serve-questions'
import {serveReceiver} from '#drill/app/serve-receiver'
import {serveServer} from '#drill/app/serve-server'
import {type ChildHello, type DrilledService, TRANSPORTS} from '#drill/app/talk'
import {AssayError} from '#error/assay-error'
import {ArtifactFolder} from '#path/write-artifact'
import {lineReader} from '#process/line-reader'
import {Assay} from '#provider/assay'
import {missingPackage} from '#provider/catalogue/availability'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import {sleep} from '#random/timers'
import type {Hall} from './hall.ts'

const MOST_LINE_BYTES = 1024 * 1024
const CLIPS = 'clips'
/** The first word of a receiver of webhooks; the second is its setting. */
const RECEIVER = 'receiver'

/** A child of a drill: a model server or a receiver of webhooks where it is named one, else a host application. Pieces of what it is asked go in, lines come out. */
export async function composeDrillChild(
  {env, cwd, words}: Pick<Hall, 'env' | 'cwd'> & {readonly words: readonly string[]},
  say: (line: string) => void,
): Promise<(piece: Uint8Array) => void> {
  const [service = '', seed = '1', scale = '1'] = words
  const hello = (more: Partial<ChildHello> = {}) => say(JSON.stringify({pid: process.pid, ...more}))
  if (isService(service)) {
    const served = await serveServer(service, Number(seed)).catch((error: unknown) => {
      const missing = missingPackage(error instanceof AssayError ? error.cause : error)
      if (missing === undefined) throw error
      hello({missing})
    })
    if (served === undefined) return () => undefined
    hello({url: served.url})
    return reading(serveQuestions(served.answer, say))
  }
  const redactor = composeRedactor({env, cwd})
  if (service === RECEIVER) {
    const ports = {serveHttp: hereServer, openTlsFront: hereTlsFront, files: hereFiles, redactor, clock: systemClock}
    const {url, answer} = await serveReceiver(JSON.parse(seed), env, ports)
    hello({url})
    return reading(serveQuestions(answer, say))
  }
  const clips = join(cwd, CLIPS)
  const {signal} = new AbortController()
  const extras = await composeExtras(env, cwd, {reader: hereFiles.reader, redactor, signal})
  const artifacts = new ArtifactFolder({folder: clips}, {files: hereFiles, entropy: systemEntropy, redactor})
  const waitOut = (ms: number, stop: AbortSignal) => sleep(systemClock, ms / Number(scale), stop)
  const answer = serveHost({
    open: (options, keepsClips) =>
      new Assay({...options, env, redactor, extras, waitOut, ...(keepsClips && {artifacts})}),
    reader: hereFiles.reader,
    clips,
    clock: systemClock,
  })
  hello()
  return reading(serveQuestions(answer, say))
}

function isService(word: string): word is DrilledService {
  return Object.hasOwn(TRANSPORTS, word)
}

function reading(take: (line: string) => void): (piece: Uint8Array) => void {
  const read = lineReader(MOST_LINE_BYTES, take)
  return (piece) => void read(piece)
}
