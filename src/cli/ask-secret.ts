import {AssayError} from '#error/assay-error'

/** Asks for a secret. Rejects with `usage` for what is too long, and `interrupted`. */
export type AskSecret = (prompt: string, signal: AbortSignal) => Promise<string>

const MOST_CHARACTERS = 8 * 1024
const END_OF_INPUT = '\u0004'
const INTERRUPT = '\u0003'
const ERASE = new Set(['\u007f', '\b'])
const ENTER = new Set(['\r', '\n'])

/** From the keyboard, which shows nothing of it; without a terminal all of standard input, less the end of its line. */
export const askSecret: AskSecret = async (prompt, signal) => {
  const {stdin, stderr} = process
  if (!stdin.isTTY) return (await readPieces(stdin, signal, (text) => text)).replace(/\r?\n$/, '')
  // First of all: whoever types as soon as they are asked is not to be shown.
  stdin.setRawMode(true)
  try {
    stderr.write(prompt)
    return await readPieces(stdin, signal, typedLine)
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}

interface TypedEnd {
  readonly line: string
}

/** What the keys come to, as text so far, or as a line that is ended. */
function typedLine(keys: string): string | TypedEnd {
  let line = ''
  for (const key of keys) {
    if (ENTER.has(key) || key === END_OF_INPUT) return {line}
    if (key === INTERRUPT) throw interrupted()
    line = ERASE.has(key) ? line.slice(0, -1) : line + key
  }
  return line
}

async function readPieces(
  stream: NodeJS.ReadStream,
  signal: AbortSignal,
  take: (text: string) => string | TypedEnd,
): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  const stop = () => stream.destroy()
  signal.addEventListener('abort', stop, {once: true})
  try {
    for await (const piece of stream) {
      text += decoder.decode(piece, {stream: true})
      const taken = take(text)
      if (typeof taken !== 'string') return taken.line
      if (text.length > MOST_CHARACTERS) throw new AssayError('usage', 'what was given is too long for a token')
    }
  } catch (error) {
    // What was closed under the reader tells so in words of its own.
    throw signal.aborted ? interrupted() : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
  if (signal.aborted) throw interrupted()
  return text
}

const interrupted = () => new AssayError('interrupted', 'nothing was kept')
