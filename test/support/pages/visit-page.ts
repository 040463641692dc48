import {chmodSync, cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {basename, dirname, join, resolve} from 'node:path'
import {BUILT_HOME} from '../built-home.ts'
import {assay, type RigOptions, ROOT} from '../hall-rig.ts'
import {BIN} from '../spawned.ts'
import {tempDir} from '../temp-dir.ts'
import {runShell} from './run-shell.ts'
import {neutral} from './shown-output.ts'

const RUN_ID = /\d{8}T\d{9}Z-[a-z0-9]{6}/g

/** What a reader of a page has before its first line; everything else comes from the page itself. */
export interface Given {
  /** Files in the working folder, as the page asks for them. */
  readonly files?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** For ids that a page names without making them, oldest first: the command line that makes such a run. */
  readonly runs?: Readonly<Record<string, string>>
  /** Command lines that go before, such as making a key. */
  readonly before?: readonly string[]
  /** Of lines that stand for themselves, one example each: what goes before those that hold these words. */
  readonly beforeEach?: Readonly<Record<string, string>>
  /** Places on the network that a page names, and where a model server of ours stands in for them. */
  readonly standIns?: Readonly<Record<string, string>>
  /** A keyring, and what is typed where a token is asked for. */
  readonly rig?: Pick<RigOptions, 'ports' | 'askSecret'>
}

export interface Ended {
  readonly code: number | null
  readonly output: string
}

/** A folder in which the lines of one page run one after the other, as a reader would type them in a checkout. */
export class PageVisit {
  readonly #dir = tempDir()
  readonly #env: Record<string, string>
  readonly #ids = new Map<string, string>()
  readonly #standIns: Readonly<Record<string, string>>
  readonly #beforeEach: Readonly<Record<string, string>>
  readonly #rig: Given['rig']
  readonly #home: string
  #folder: string
  readonly #groups: number[] = []

  private constructor(page: string, given: Given) {
    this.#home = join(this.#dir.path, 'work')
    this.#folder = this.#home
    this.#beforeEach = given.beforeEach ?? {}
    this.#standIns = given.standIns ?? {}
    this.#rig = given.rig
    const programs = join(this.#dir.path, 'programs')
    for (const path of [this.#folder, programs]) mkdirSync(path)
    for (const path of namedFolders(`${page}${JSON.stringify(given)}`))
      cpSync(join(ROOT, path), join(this.#folder, path), {recursive: true})
    // As where the package was installed: modules of a page import it by its name.
    mkdirSync(join(this.#folder, 'node_modules', '@assay-trials'), {recursive: true})
    symlinkSync(BUILT_HOME, join(this.#folder, 'node_modules', '@assay-trials', 'assay'))
    // The releases of the node run what lies beside their fixtures.
    symlinkSync(join(BUILT_HOME, 'bin'), join(this.#folder, 'bin'))
    for (const program of ['assay', 'hostnode']) {
      const file = join(dirname(BIN), `${program}.js`)
      writeFileSync(join(programs, program), `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`)
      chmodSync(join(programs, program), 0o755)
    }
    const path = `${programs}:${process.env['PATH'] ?? ''}`
    // Each page has temporary files of its own; what programs compile is kept for all.
    const cache = join(tmpdir(), 'node-compile-cache')
    this.#env = {PATH: path, HOME: this.#dir.path, TMPDIR: this.#dir.path, NODE_COMPILE_CACHE: cache, ...given.env}
  }

  /** `page`: its text. */
  static async begin(page: string, given: Given): Promise<PageVisit> {
    const visit = new PageVisit(page, given)
    for (const [name, text] of Object.entries(given.files ?? {})) visit.#write(name, text)
    for (const [id, line] of Object.entries(given.runs ?? {})) {
      await visit.#prepare(line)
      visit.#ids.set(id, visit.#runs().at(-1) ?? id)
    }
    for (const line of given.before ?? []) await visit.#prepare(line)
    return visit
  }

  /** A file of the page. */
  put(name: string, text: string): void {
    this.#write(name, this.#here(text))
  }

  #write(name: string, text: string): void {
    const path = resolve(this.#folder, name)
    mkdirSync(dirname(path), {recursive: true})
    writeFileSync(path, text)
  }

  /** Runs a line of the page. */
  async follow({text, isFirst}: {readonly text: string; readonly isFirst: boolean}): Promise<Ended> {
    if (isFirst) this.#folder = this.#home
    for (const [words, line] of Object.entries(this.#beforeEach)) if (text.includes(words)) await this.#prepare(line)
    return await this.#type(text)
  }

  async #prepare(line: string): Promise<void> {
    const {code, output} = await this.#type(line)
    if (code === null || code > 1) throw new Error(`${line} ended with ${code}: ${output}`)
  }

  /** With what the line names put in place of the page's examples. */
  async #type(line: string): Promise<Ended> {
    const text = this.#put(line)
    const exported = /^export (.*)$/.exec(text)?.[1]
    if (exported !== undefined) {
      for (const [, name = '', quoted, bare = ''] of exported.matchAll(/(\w+)=(?:'([^']*)'|(\S*))/g))
        this.#env[name] = quoted ?? bare
      return {code: 0, output: ''}
    }
    if (text.startsWith('cd ')) {
      this.#folder = resolve(this.#folder, text.slice(3))
      return {code: 0, output: ''}
    }
    if (!/^assay [^|&;<>$`\\]*$/.test(text.replaceAll(/'[^']*'/g, '')))
      return await runShell(text, {cwd: this.#folder, env: this.#env}, (group) => this.#groups.push(group))
    const {code, out, err} = await assay(wordsOf(text).slice(1), {...this.#rig, cwd: this.#folder, env: this.#env})
    return {code, output: out + err}
  }

  /** What was printed tells which run is which: a shown line and the line that it became hold the same ids in the same places. */
  learn(shown: readonly string[], output: string): void {
    const told = output.split('\n')
    for (const line of shown) {
      const found = told.find((one) => neutral(one) === neutral(line)) ?? told.find((one) => isCutFrom(line, one))
      const ids = line.match(RUN_ID) ?? []
      const actual = found?.match(RUN_ID) ?? []
      if (ids.length > 0 && ids.length === actual.length)
        for (const [at, id] of ids.entries()) this.#ids.set(id, actual[at] ?? '')
    }
  }

  [Symbol.dispose](): void {
    for (const group of this.#groups) endGroup(group)
    this.#dir[Symbol.dispose]()
  }

  #put(line: string): string {
    let text = line.replaceAll(RUN_ID, (id) => this.#ids.get(id) ?? id)
    text = text.replaceAll(/\bRUN\b/g, () => this.#runs().at(-1) ?? 'RUN')
    return this.#here(text)
  }

  /** With the places of this test. */
  #here(text: string): string {
    return Object.entries(this.#standIns).reduce((said, [place, standIn]) => said.replaceAll(place, standIn), text)
  }

  #runs(): string[] {
    try {
      return readdirSync(join(this.#home, 'runs'))
        .filter((name) => basename(name).match(RUN_ID))
        .sort()
    } catch {
      return []
    }
  }
}

/** The folders of examples that a text names: copying all of them for each page cost as much as many of its lines. */
function namedFolders(text: string): string[] {
  const folders = readdirSync(join(ROOT, 'fixtures'), {withFileTypes: true}).filter((entry) => entry.isDirectory())
  const all = ['docs/examples', ...folders.map(({name}) => `fixtures/${name}`)]
  return all.filter((folder) => text.includes(folder))
}

/** What a page started and did not end, because one of its lines failed before. */
function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}

/** A shown line with an ellipsis where the rest of the line was left out. */
function isCutFrom(line: string, told: string): boolean {
  const [start = ''] = neutral(line).split('…')
  return line.includes('…') && neutral(told).startsWith(start.trim())
}

/** As a shell reads quotes. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
}
