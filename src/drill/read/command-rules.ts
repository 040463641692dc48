import {withNearest} from '#error/nearest'
import {unsafePath} from '#path/safe-relative-path'

/** Programs that a drill may run. */
export const COMMANDS: readonly string[] = ['assay', 'git', 'hostnode']

/** What git reads its own settings from, or runs by itself, lies in folders and files of these names. */
export const OF_GIT = /\.git|(^|\/)git\//i

type Takes = (word: string) => boolean

/** What a subcommand of git takes: flags by themselves, flags with a value behind them, and other words. */
interface GitForm {
  readonly flags: readonly string[]
  readonly valued?: Readonly<Record<string, Takes>>
  readonly needs?: string
  readonly other: Takes
}

const isNoFlag: Takes = (word) => !word.startsWith('-')
const isOwnPath: Takes = (word) => isNoFlag(word) && unsafePath(word) === undefined && !OF_GIT.test(word)
const isNothing: Takes = () => false

/** git can be made to run any program by a flag, a setting or an address: what is not here a drill does not need. */
const GIT: ReadonlyMap<string, GitForm> = new Map<string, GitForm>([
  ['cat-file', {flags: ['--batch'], other: isNothing}],
  [
    'config',
    {
      flags: ['--get', '--unset', '--remove-section'],
      valued: {'--file': isOwnPath},
      needs: '--file',
      // This word alone opens an editor.
      other: (word) => isNoFlag(word) && word !== 'edit',
    },
  ],
  ['grep', {flags: ['--no-index', '-I', '-l', '-E', '--'], needs: '--no-index', other: isNoFlag}],
  ['hash-object', {flags: [], other: isOwnPath}],
  ['init', {flags: ['--quiet'], other: isOwnPath}],
  ['push', {flags: ['--quiet'], other: (word) => word === 'origin' || word === 'main'}],
])

/** Before the subcommand. */
const GIT_BEFORE: Readonly<Record<string, Takes>> = {
  '-C': isOwnPath,
  '-c': (word) => /^http\.postBuffer=\d+$/.test(word),
}

/** What is wrong with a command of a drill: nothing that a file says may become a program. */
export function commandFault(argv: readonly string[]): string | undefined {
  const [program = '', ...words] = argv
  if (!COMMANDS.includes(program)) return `must be a list of texts that begins with ${COMMANDS.join(' or ')}`
  return program === 'git' ? gitFault(words) : undefined
}

function gitFault(words: readonly string[]): string | undefined {
  const before = firstOther(words, GIT_BEFORE, [])
  const name = words[before] ?? ''
  const form = GIT.get(name)
  if (form === undefined) {
    const known = [...GIT.keys()]
    const taken = `only ${known.join(', ')}, with -C FOLDER or -c http.postBuffer=BYTES before, so that none can run other programs`
    return withNearest(`git ${name} is not for drills, which give git ${taken}`, name, known)
  }
  const own = words.slice(before + 1)
  const wrong = own[strangeAt(own, form)]
  if (wrong !== undefined) return `git ${name} of a drill does not take ${wrong}`
  if (form.needs === undefined || own.includes(form.needs)) return undefined
  return `git ${name} of a drill needs ${form.needs}`
}

/** Where the first word stands that a form does not take; behind the last where it takes all. */
function strangeAt(words: readonly string[], {flags, valued = {}, other}: GitForm): number {
  let at = 0
  while (at < words.length) {
    const next = firstOther(words, valued, flags, at)
    if (next === at && !other(words[at] ?? '')) return at
    at = next === at ? at + 1 : next
  }
  return at
}

/** Behind all flags that are taken from here on, each with its value where it has one. */
function firstOther(
  words: readonly string[],
  valued: Readonly<Record<string, Takes>>,
  flags: readonly string[],
  from = 0,
): number {
  let at = from
  for (;;) {
    const word = words[at]
    const takes = word === undefined || !Object.hasOwn(valued, word) ? undefined : valued[word]
    if (takes?.(words[at + 1] ?? '-') === true) at += 2
    else if (word !== undefined && flags.includes(word)) at += 1
    else return at
  }
}
