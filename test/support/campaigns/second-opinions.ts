import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {makeKeyPair} from '#evidence/sign/generate-keys'
import {parsePublicKey} from '#evidence/sign/key'
import {checkBundle} from '#evidence/verify/verify-bundle'
import {Redactor} from '#redact/redactor'
import {BAD_KINDS, type BadKind} from '../bad-kinds.ts'
import type {CampaignResult, Depth} from '../campaign/result.ts'
import {evidenceRig} from '../evidence-rig.ts'
import {HostileBundle} from '../hostile-bundle.ts'
import {askOthers, JUDGES, type Shown} from '../other-judges.ts'
import {seeded} from '../seeded.ts'
import {tempDir} from '../temp-dir.ts'

const GOOD = {sample: 5, full: 50}
const BAD = {sample: BAD_KINDS.length, full: 56}
const SECRET = `${'gh'}p_${'a1B2'.repeat(9)}`

/**
 * Shows good and bad bundles to sha256sum, find, openssl, jq and the verifier of the Sigstore project, and to us. A good one must
 * be good to all. A bad one must be bad to us, bad to whoever can see it, and good to whoever cannot.
 */
export async function run(depth: Depth, seed: number): Promise<CampaignResult> {
  using rig = evidenceRig()
  using keys = tempDir()
  await makeKeyPair({folder: keys.path, shown: '.'}, rig.ports)
  const sign = join(keys.path, 'key.pem')
  const keyFile = join(keys.path, 'key.pub.pem')
  const key = parsePublicKey(readFileSync(keyFile))
  const draw = seeded(seed)
  const failures: string[] = []
  const isGoodToUs = async (folder: string) =>
    (await checkBundle({path: folder, key, requireSignature: true}, {...rig.ports, redactor: new Redactor()})).exit
      .code === 0
  const judge = async (name: string, shown: Shown, seenBy: readonly string[] | 'none') => {
    const isGood = seenBy === 'none'
    const others = askOthers(shown)
    for (const one of JUDGES) {
      const expected = isGood || !seenBy.includes(one)
      if (others[one] !== expected) failures.push(`${name}: ${one} calls it ${others[one] ? 'good' : 'bad'}`)
    }
    if ((await isGoodToUs(shown.folder)) !== isGood) failures.push(`${name}: we call it ${isGood ? 'bad' : 'good'}`)
  }
  const made: string[] = []
  for (let at = 0; at < GOOD[depth]; at++) {
    const {runId} = await rig.run(childFiles(at, draw), at % 3 === 2 ? 'fail' : 'pass')
    await rig.bundle({runId, sign, redact: at % 2 === 0})
    made.push(rig.folderOf(runId))
    await judge(`good ${at}`, {folder: rig.folderOf(runId), keyFile, key}, 'none')
  }
  for (let at = 0; at < BAD[depth]; at++) {
    using dir = tempDir()
    const kind = BAD_KINDS[at % BAD_KINDS.length] as BadKind
    const bundle = new HostileBundle(made[draw(made.length)] ?? '', join(dir.path, 'bundle'))
    kind.spoil(bundle, draw)
    await judge(`bad ${at}, ${kind.name}`, {folder: bundle.folder, keyFile, key}, kind.seenBy)
  }
  return {
    name: 'second-opinions',
    checks: (GOOD[depth] + BAD[depth]) * (JUDGES.length + 1),
    failures,
    notes: [
      `${GOOD[depth]} good and ${BAD[depth]} bad bundles (${BAD_KINDS.length} kinds), ${JUDGES.length} other judges`,
    ],
  }
}

/** Files of many sizes and names, some of them left out or masked. */
function childFiles(at: number, draw: (count: number) => number): Record<string, string | Uint8Array> {
  const files: Record<string, string | Uint8Array> = {
    'notes.txt': `all good ${at}\n`,
    'more/data.json': `{"a": ${at}}\n`,
  }
  for (let file = 0; file < draw(12); file++) files[`part-${file}/\u00e9 ${file}.log`] = 'line\n'.repeat(draw(4_000))
  if (at % 3 === 1) files['secret.txt'] = `token=${SECRET}\n`
  if (at % 4 === 2) files['empty.txt'] = ''
  if (at % 5 === 3) files['model.bin'] = new Uint8Array([0, 1, 2])
  return files
}
