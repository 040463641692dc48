import {createHash} from 'node:crypto'
import {cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import * as assert from 'uvu/assert'
import {badChecks, evidenceRig, filesIn} from './evidence-rig.ts'
import {spec} from './spec.ts'
import {tempDir} from './temp-dir.ts'

export type Json = Record<string, unknown>
const sha = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex')

/** A copy of a good bundle in the hands of somebody who means harm. Paths are relative to the bundle. */
export class HostileBundle {
  readonly folder: string
  readonly runId: string

  constructor(good: string, folder: string) {
    cpSync(good, folder, {recursive: true})
    this.folder = folder
    this.runId = readdirSync(join(folder, 'data/runs'))[0] ?? ''
  }

  /** A file of the run, as a path of the bundle. */
  inRun(path: string): string {
    return `data/runs/${this.runId}/${path}`
  }

  at(path: string): string {
    return join(this.folder, path)
  }

  text(path: string): string {
    return readFileSync(this.at(path), 'utf8')
  }

  write(path: string, content: string | Uint8Array): void {
    writeFileSync(this.at(path), content)
  }

  edit(path: string, change: (text: string) => string): void {
    this.write(path, change(this.text(path)))
  }

  json(path: string): Json {
    return JSON.parse(this.text(path))
  }

  editJson(path: string, change: (value: Json) => void): void {
    const value = this.json(path)
    change(value)
    this.write(path, `${JSON.stringify(value, null, 2)}\n`)
  }

  remove(path: string): void {
    rmSync(this.at(path), {recursive: true})
  }

  /** Makes every digest and count fit what lies there, as whoever knows the format can: only what the files say is left to find. */
  reseal(): void {
    const payload = filesIn(this.folder).filter((path) => path.startsWith('data/'))
    this.#resealManifest(payload)
    this.write('manifest-sha256.txt', this.#lines(payload))
    const bytes = payload.reduce((sum, path) => sum + statSync(this.at(path)).size, 0)
    this.write('bag-info.txt', `External-Identifier: ${this.runId}\nPayload-Oxum: ${bytes}.${payload.length}\n`)
    this.resealTags()
  }

  resealTags(): void {
    const tags = ['VERIFY.md', 'bag-info.txt', 'bagit.txt', 'evidence_manifest.json', 'issue.md', 'manifest-sha256.txt']
    this.write(
      'tagmanifest-sha256.txt',
      this.#lines([...tags, 'ledger.json', 'predicate.json', 'summary.md'].filter((path) => existsSync(this.at(path)))),
    )
  }

  /** The run manifest's own digests of one file, to go with a forged file. */
  refitRecord(path: string): void {
    const content = readFileSync(this.at(this.inRun(path)))
    this.editJson(this.inRun('run_manifest.json'), (manifest) => {
      for (const key of ['journal', 'workflow_trace']) {
        const seal = manifest[key] as Json | null
        if (seal?.['path'] === path) seal['sha256'] = `sha256:${sha(content)}`
      }
      for (const record of manifest['artifacts'] as Json[]) {
        if (record['path'] === path)
          Object.assign(record, {sha256: `sha256:${sha(content)}`, size_bytes: content.length})
      }
    })
  }

  #resealManifest(payload: readonly string[]): void {
    this.editJson('evidence_manifest.json', (manifest) => {
      for (const file of manifest['files'] as Json[]) {
        const path = String(file['path'])
        if (!file['included'] || !existsSync(this.at(path))) continue
        const content = readFileSync(this.at(path))
        Object.assign(file, {sha256: `sha256:${sha(content)}`, size_bytes: content.length})
      }
      const manifestPath = this.inRun('run_manifest.json')
      const [run] = manifest['runs'] as Json[]
      if (run && payload.includes(manifestPath))
        run['manifest_sha256'] = `sha256:${sha(readFileSync(this.at(manifestPath)))}`
    })
  }

  #lines(paths: readonly string[]): string {
    return paths
      .toSorted()
      .map((path) => `${sha(readFileSync(this.at(path)))}  ${path}\n`)
      .join('')
  }
}

export type Attack = (bundle: HostileBundle) => unknown
/** Each attack by name, and the check that must catch it. */
export type Attacks = readonly (readonly [name: string, check: string, attack: Attack])[]

/** A file the good bundle holds, and a secret it left out, as paths of the run. */
export const NOTES = 'artifacts/notes.txt'
export const SECRET = `${'gh'}p_${'a1B2'.repeat(9)}`

/** The attack, with all digests of the root made right again. */
export const tagged =
  (attack: Attack): Attack =>
  (bundle) => {
    attack(bundle)
    bundle.resealTags()
  }

/** The attack, with all digests and counts made right again. */
export const resealed =
  (attack: Attack): Attack =>
  (bundle) => {
    attack(bundle)
    bundle.reseal()
  }

export function added(bundle: HostileBundle, path: string, content = 'x\n'): void {
  mkdirSync(dirname(bundle.at(path)), {recursive: true})
  bundle.write(path, content)
}

/** A file that is in every list, with all digests right. */
export function smuggled(bundle: HostileBundle, path: string, content = 'x\n'): void {
  added(bundle, path, content)
  bundle.editJson('evidence_manifest.json', (value) => {
    const kind = {kind: 'artifact', included: true, safe_to_attach: true, redactions: 0}
    const entry = {path, ...kind, sha256: `sha256:${'0'.repeat(64)}`, size_bytes: 0}
    value['files'] = [...(value['files'] as Json[]), entry]
    value['included_count'] = Number(value['included_count']) + 1
  })
  bundle.reseal()
}

/** One test an attack, all from one good bundle; that it is good is a test too. */
export async function testAttacks(name: string, attacks: Attacks): Promise<void> {
  const it = spec(name)
  const rig = evidenceRig()
  const {runId} = await rig.run({'notes.txt': 'all good\n', 'secret.txt': `token=${SECRET}\n`, 'model.bin': 'x'})
  await rig.bundle({runId})
  it.after(() => rig[Symbol.dispose]())
  it('the bundle that all attacks start from is good', async () => {
    assert.equal(badChecks(await rig.verify(rig.folderOf(runId))), [])
  })
  for (const [attackName, check, attack] of attacks) {
    it(`fails ${check} when ${attackName}`, async () => {
      using dir = tempDir()
      const bundle = new HostileBundle(rig.folderOf(runId), join(dir.path, 'bundle'))
      attack(bundle)
      const result = await rig.verify(bundle.folder)
      assert.is(result.exit.code, 1)
      assert.ok(
        result.findings.some((finding) => finding.check === check),
        `failed ${badChecks(result)}`,
      )
    })
  }
  it.run()
}
