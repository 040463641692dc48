import {mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Layers} from '#redact/layers'
import {assay, type Done, type RigOptions} from '../hall-rig.ts'
import {tempDir} from '../temp-dir.ts'

/** No layer at all: what the campaign must be able to see. */
export const NO_LAYERS: Layers = {
  registered: false,
  keyNames: false,
  finders: [],
  hostPaths: false,
  controls: false,
  sweep: false,
  escapes: false,
}

/** One place in which secrets are planted: what is given lies in `given`, all that Assay writes in `work`, and every output is kept by name. */
export class Stage implements Disposable {
  readonly values: readonly string[]
  readonly layers: Layers | undefined
  /** A sample of the ways to look at runs, for tests that run all the time. */
  readonly isQuick: boolean
  /** The values under names that say secret. */
  readonly env: Readonly<Record<string, string>>
  /** Everything that left, by what it is; names without ids, so that the same output of two runs has one name. */
  readonly outputs = new Map<string, string>()
  readonly #dir = tempDir()

  constructor(values: readonly string[], options: {readonly layers?: Layers; readonly isQuick?: boolean} = {}) {
    this.values = values
    this.layers = options.layers
    this.isQuick = options.isQuick ?? false
    const tokens = values.map((value, at) => [`CANARY_TOKEN_${at}`, value] as const)
    this.env = {...Object.fromEntries(tokens), PATH: process.env['PATH'] ?? '', TMPDIR: this.#dir.path}
    for (const folder of [this.given, this.work, this.copies]) mkdirSync(folder)
  }

  get given(): string {
    return join(this.#dir.path, 'given')
  }

  get work(): string {
    return join(this.#dir.path, 'work')
  }

  /** Where `--output` writes. */
  get copies(): string {
    return join(this.#dir.path, 'copies')
  }

  give(name: string, content: string): string {
    writeFileSync(join(this.given, name), content)
    return name
  }

  keep(name: string, content: string): void {
    const plain = name.replace(/\d{8}T\d{9}Z-[a-z2-7]{6}/g, 'RUN').replace(/(?<=items\/)[0-9a-f]{16}/g, 'ITEM')
    this.outputs.set(plain, `${this.outputs.get(plain) ?? ''}${content}\n`)
  }

  /** Runs a command line and keeps what it printed. `kind` names the output. */
  async run(kind: string, argv: readonly string[], options: RigOptions = {}): Promise<Done> {
    const done = await assay(argv, {env: this.env, cwd: this.given, layers: this.layers, ...options})
    this.keep(`stdout: ${kind}`, done.out)
    this.keep(`stderr: ${kind}`, done.err)
    return done
  }

  /** Keeps every file that Assay wrote, and the names of all of them. */
  collect(): void {
    for (const folder of [this.work, this.copies]) {
      const names = readdirSync(folder, {recursive: true, encoding: 'utf8'})
      for (const name of names) {
        this.keep('names of files', name)
        const path = join(folder, name)
        const shown = name.replace(/artifacts\/.*/s, 'artifacts/*')
        if (statSync(path).isFile()) this.keep(`file: ${shown}`, readFileSync(path, 'utf8'))
      }
    }
  }

  [Symbol.dispose](): void {
    this.#dir[Symbol.dispose]()
  }
}
