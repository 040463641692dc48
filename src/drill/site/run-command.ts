import {elapsedMs} from '#random/clock'
import type {DrillPorts} from './drill-ports.ts'

const MOST_OUTPUT_BYTES = 1024 * 1024

/** Where commands run, and with which variables: those of the moment at which it is asked. */
export interface CommandPlace {
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  /** Where commands see a disk that others do not. */
  readonly disk?: {readonly enter: readonly [string, ...string[]]} | undefined
}

/** How a command ended and what it printed, masked. `json`: its document, where it printed one. */
export interface CommandEnd {
  readonly exit: number
  readonly ms: number
  readonly text: string
  readonly json?: unknown
}

const PROGRAMS: Readonly<Record<string, (programs: DrillPorts['programs']) => readonly [string, ...string[]]>> = {
  assay: ({assay}) => assay,
  hostnode: ({hostnode}) => hostnode,
}

/** Runs a command of this package, or git, as somebody in the site would. The first word names it. */
export async function commandEnd(
  argv: readonly string[],
  {home, env, disk}: CommandPlace,
  {children, programs, clock}: Pick<DrillPorts, 'children' | 'programs' | 'clock'>,
  signal: AbortSignal,
): Promise<CommandEnd> {
  const [name = '', ...words] = argv
  const program: readonly [string, ...string[]] = PROGRAMS[name]?.(programs) ?? [name]
  const pieces: string[] = []
  const begun = clock.monotonicNs()
  const request = {
    argv: disk ? ([...disk.enter, ...program, ...words] as const) : ([...program, ...words] as const),
    cwd: home,
    env,
    mostOutputBytes: MOST_OUTPUT_BYTES,
    onOutput: async (piece: string) => void pieces.push(piece),
  }
  const {end} = await children.run(request, signal)
  signal.throwIfAborted()
  const text = pieces.join('')
  const json = documentIn(text)
  return {
    // A signal has no number; no command of ours ends with this one.
    exit: end.code ?? 255,
    ms: elapsedMs(clock, begun),
    text,
    ...(json !== undefined && {json}),
  }
}

/** Standard output is one document; what progress wrote stands before or behind it. */
function documentIn(text: string): unknown {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (start < 0 || end < start) return undefined
  try {
    return JSON.parse(text.slice(start, end + 1))
  } catch {
    return undefined
  }
}
