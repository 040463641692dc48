import {resolve} from 'node:path'
import {AssayError} from '#error/assay-error'
import type {FileReader} from '#path/files'
import type {Variables} from '#process/variables'
import {knownIds} from '#run/resolve-run'

/** The newest run, and that of each kind that commands make. */
const LATEST_RUNS = ['latest', 'latest:eval', 'latest:benchmark', 'latest:job', 'latest:drill', 'latest:node']
const MOST_RUNS = 200
const LIMIT_BYTES = 256 * 1024

/** What a shell asks for: which names, and the words of the line so far. */
export interface NamesAsked {
  readonly thing: string | undefined
  readonly words: readonly string[]
  readonly cwd: string
  readonly env: Variables
}

/**
 * Names for a shell that completes a line: runs, newest first, or the providers of the caller's own file. Reads and runs nothing else; where
 * anything is wrong there are none, for whoever types is not done yet. Each name is of a form that its kind alone has, without anything that a
 * shell reads as more than a word.
 */
export async function listNames(asked: NamesAsked, reader: FileReader): Promise<readonly string[]> {
  if (asked.cwd === '') return []
  try {
    return asked.thing === 'run'
      ? runsOf(asked, reader)
      : asked.thing === 'provider'
        ? await providersOf(asked, reader)
        : []
  } catch (error) {
    if (error instanceof AssayError) return []
    throw error
  }
}

function runsOf({words, cwd, env}: NamesAsked, reader: FileReader): readonly string[] {
  const folder = typedValue(words, ['--workspace-dir', '--run-workspace'], env) ?? '.'
  const newest = knownIds(resolve(cwd, folder), reader).toReversed().slice(0, MOST_RUNS)
  return newest.length === 0 ? [] : [...LATEST_RUNS, ...newest]
}

async function providersOf({words, cwd, env}: NamesAsked, reader: FileReader): Promise<readonly string[]> {
  const name = typedValue(words, ['--providers'], env) ?? env['ASSAY_PROVIDERS_FILE']
  if (!name) return []
  const [{loadDocument}, {readDefinitions}] = await Promise.all([
    import('#document/load-document'),
    import('#provider/catalogue/definition'),
  ])
  const document = await loadDocument({path: resolve(cwd, name), name, limitBytes: LIMIT_BYTES}, reader)
  return readDefinitions(document.value).map((one) => one.name)
}

/** What stands behind a flag, as the words were typed: quotes go, a leading tilde is home, nothing else is expanded. */
function typedValue(words: readonly string[], flags: readonly string[], env: Variables): string | undefined {
  const at = words.findLastIndex((word) => flags.includes(word))
  const joined = words.findLast((word) => flags.some((flag) => word.startsWith(`${flag}=`)))
  const typed = joined?.slice(joined.indexOf('=') + 1) ?? (at < 0 ? undefined : words[at + 1])
  const plain = typed?.replaceAll(/\\(.)|["']/g, '$1')
  return plain?.startsWith('~/') ? `${env['HOME'] ?? '~'}${plain.slice(1)}` : plain
}
