import type {IncomingMessage} from 'node:http'
import {Writable} from 'node:stream'
import {AssayError} from '#error/assay-error'
import {cutText} from '#error/cut-text'
import type {BackendChild} from '../git/backend-host.ts'
import {type CgiHead, CgiHeadReader} from '../git/cgi-head.ts'
import type {GitPlace} from '../git/git-slots.ts'

const MOST_COMPLAINT = 64 * 1024

/** The way of a body into a child. */
export interface BodyFeed {
  readonly begin: () => void
  /** Whether the child has all of it that came, and more is to come. */
  readonly isEmpty: () => boolean
}

/** Hands a body on as it comes, each piece once there is a place to work in. A child that does not want the rest of it is no failure of ours. */
export function bodyFeed(body: IncomingMessage, {input}: BackendChild, place: GitPlace): BodyFeed {
  const gate = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      // A child that is ended reads no more, and what is left of the body goes nowhere.
      const given = () => {
        done()
        place.offer()
      }
      void place.back().then(() => input.write(piece, given))
    },
    final: (done) => {
      void place.back().then(() => input.end(() => done()))
    },
  })
  input.on('error', () => {
    body.unpipe(gate)
    body.resume()
  })
  return {begin: () => void body.pipe(gate), isEmpty: () => !body.complete && gate.writableLength === 0}
}

/** What the child says before its answer's body; the rest waits in the stream. Rejects with `node_git`. */
export function headOf({output, ended}: Pick<BackendChild, 'output' | 'ended'>): Promise<CgiHead> {
  const reader = new CgiHeadReader()
  return new Promise((done, fail) => {
    const none = () => fail(new AssayError('node_git', 'git http-backend ended without an answer'))
    const take = (piece: Buffer) => {
      try {
        const head = reader.push(piece)
        if (head === undefined) return
        output.off('data', take).pause()
        done(head)
      } catch (error) {
        fail(error)
      }
    }
    output.on('data', take)
    // Also where the child was ended before anybody listened.
    void ended.then(none)
  })
}

/** Answers our hook as often as it asks, with `yes` or with what keeps a push from moving. Who is cut off from the answer has none, and moves nothing. */
export function answerQuestions({questions}: BackendChild, obstacle: () => string | undefined): void {
  questions?.on('error', () => undefined)
  questions?.on('data', () => questions.write(`${obstacle() ?? 'yes'}\n`))
}

/** What the child writes to its standard error, as much as is worth keeping. */
export function keepComplaints({complaints}: BackendChild): {text: string} {
  const kept = {text: ''}
  complaints.on('data', (piece: Buffer) => {
    if (kept.text.length < MOST_COMPLAINT) kept.text = cutText(kept.text + piece.toString('utf8'), MOST_COMPLAINT)
  })
  return kept
}
