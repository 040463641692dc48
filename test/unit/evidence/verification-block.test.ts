import {spawnSync} from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {dirname, join} from 'node:path'
import * as assert from 'uvu/assert'
import {sha256} from '#digest/sha256'
import {makeKeyPair} from '#evidence/sign/generate-keys'
import {VERIFICATION_BLOCK} from '#evidence/verify/verification-block'
import {rotated} from '../../support/depth.ts'
import {evidenceRig, filesIn} from '../../support/evidence-rig.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('the block of VERIFY.md')
const TOOLS_MS = 60_000

const rig = evidenceRig()
const keys = tempDir()
await makeKeyPair({folder: keys.path, shown: '.'}, rig.ports)
const {runId} = await rig.run({'notes.txt': 'all good\n'})
const output = (name: string) => join(keys.path, name)
await rig.bundle({runId, output: output('plain')})
await rig.bundle({runId, output: output('signed'), sign: join(keys.path, 'key.pem')})
await rig.bundle({runId, output: output('ledger'), since: runId})
it.after(() => {
  rig[Symbol.dispose]()
  keys[Symbol.dispose]()
})

/** The block as a page prints it. */
const printedIn = (page: string) => /```sh\n([\s\S]*?)\n```/.exec(page)?.[1] ?? ''

/** A copy as a stranger has it: with a public key beside it only where there is one. */
function stranger(name: string, hasKey: boolean) {
  const dir = tempDir()
  const bundle = join(dir.path, 'bundle')
  cpSync(output(name), bundle, {recursive: true})
  if (hasKey) cpSync(join(keys.path, 'key.pub.pem'), join(dir.path, 'key.pub.pem'))
  return {bundle, [Symbol.dispose]: () => dir[Symbol.dispose]()}
}

/** Pasted: the shell reads it from its input, and goes on with what follows. */
function pasted(shell: string, block: string, cwd: string) {
  const done = spawnSync(shell, {cwd, input: `${block}\necho "status $?"\n`, encoding: 'utf8'})
  return done.stdout.trimEnd().split('\n')
}

for (const [name, hasKey, told] of [
  ['plain', false, 'not signed: it is whole, who made it is not known'],
  ['ledger', false, 'not signed: it is whole, who made it is not known'],
  ['signed', true, 'signed with ../key.pub.pem'],
] as const) {
  for (const shell of ['sh', 'bash']) {
    it(
      `${shell}: a good bundle (${name}) ends in GOOD, with run and verdict, and the shell goes on`,
      () => {
        using at = stranger(name, hasKey)
        const before = filesIn(at.bundle)
        const lines = pasted(shell, printedIn(readFileSync(join(at.bundle, 'VERIFY.md'), 'utf8')), at.bundle)
        assert.equal(lines, [`run ${runId}: verdict pass, exit 0; ${told}`, 'GOOD', 'status 0'])
        assert.equal(filesIn(at.bundle), before)
      },
      TOOLS_MS,
    )
  }
}

it('is the same in every bundle and in the documentation', () => {
  for (const name of ['plain', 'signed', 'ledger'])
    assert.is(printedIn(readFileSync(join(output(name), 'VERIFY.md'), 'utf8')), VERIFICATION_BLOCK)
  assert.ok(readFileSync('docs/bundles.md', 'utf8').includes(`\`\`\`sh\n${VERIFICATION_BLOCK}\n\`\`\``))
})

type Forge = (bundle: string) => void
const home = `data/runs/${runId}`
const write =
  (path: string, text = 'x'): Forge =>
  (bundle) =>
    writeFileSync(join(bundle, path), text)
const append =
  (path: string, text: string): Forge =>
  (bundle) =>
    appendFileSync(join(bundle, path), text)
const both =
  (...forges: readonly Forge[]): Forge =>
  (bundle) => {
    for (const forge of forges) forge(bundle)
  }
const edit =
  (path: string, change: (text: string) => string): Forge =>
  (bundle) =>
    writeFileSync(join(bundle, path), change(readFileSync(join(bundle, path), 'utf8')))
/** Lists again what stands there now, as somebody would who knows that digests are compared. */
const relist: Forge = (bundle) => {
  for (const list of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) {
    edit(list, (text) =>
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => `${sha256(readFileSync(join(bundle, line.slice(66)))).slice(7)}  ${line.slice(66)}\n`)
        .join(''),
    )(bundle)
  }
}
const digestLine = (path: string, text = 'x') => `${sha256(text).slice(7)}  ${path}\n`

const FORGERIES: readonly (readonly [string, Forge])[] = [
  ['a payload file was changed', append(`${home}/artifacts/notes.txt`, 'x')],
  ['a payload file is missing', (b) => rmSync(join(b, home, 'artifacts/notes.txt'))],
  ['a payload file was added', write(`${home}/more.txt`)],
  [
    'a payload file was added and listed',
    both(write('data/more.txt'), append('manifest-sha256.txt', digestLine('data/more.txt')), relist),
  ],
  [
    'a payload file has another name',
    (b) => renameSync(join(b, home, 'artifacts/notes.txt'), join(b, home, 'artifacts/note.txt')),
  ],
  [
    'two files are listed twice, and a third has both their names in one',
    (b) => {
      const lines = readFileSync(join(b, 'manifest-sha256.txt'), 'utf8').split('\n').filter(Boolean).slice(0, 2)
      append('manifest-sha256.txt', lines.map((line) => `${line}\n`).join(''))(b)
      const [first = '', second = ''] = lines.map((line) => line.slice(66))
      const odd = join(b, `${first}\n./${second}`)
      mkdirSync(dirname(odd), {recursive: true})
      writeFileSync(odd, 'x')
      relist(b)
    },
  ],
  ['a page was changed', append('summary.md', 'x')],
  ['a page is missing', (b) => rmSync(join(b, 'issue.md'))],
  ['a file was added at the root', write('README.md')],
  [
    'a file was added at the root and listed',
    both(write('README.md'), append('tagmanifest-sha256.txt', digestLine('README.md'))),
  ],
  ['a hidden file was added', write('.hidden')],
  ['a folder with nothing in it was added', (b) => void mkdirSync(join(b, 'data/empty'))],
  ['an empty folder was added at the root', (b) => void mkdirSync(join(b, 'more'))],
  [
    'a link stands in the place of a file',
    (b) => {
      renameSync(join(b, home, 'artifacts/notes.txt'), join(b, '..', 'notes.txt'))
      symlinkSync('../../../../../notes.txt', join(b, home, 'artifacts/notes.txt'))
    },
  ],
  ['a link to a folder was added', (b) => symlinkSync('/tmp', join(b, 'data/link'))],
  ['a file has a second name elsewhere', (b) => linkSync(join(b, 'issue.md'), join(b, '..', 'mine.md'))],
  ['a pipe was added', (b) => void spawnSync('mkfifo', [join(b, 'data/pipe')])],
  [
    'a pipe stands in the place of a page',
    (b) => {
      rmSync(join(b, 'summary.md'))
      spawnSync('mkfifo', [join(b, 'summary.md')])
    },
  ],
  ['a name holds a line end', write('data/a\nb.txt')],
  [
    'a name holds a line end, and the listing reads as it should',
    (b) => {
      mkdirSync(join(b, `${home}/artifacts/notes.txt\n.`), {recursive: true})
      renameSync(join(b, 'summary.md'), join(b, `${home}/artifacts/notes.txt\n./summary.md`))
      rmSync(join(b, `${home}/artifacts/notes.txt`))
    },
  ],
  ['a name begins with a dash', write('-c')],
  ['a file is called -', both(write('-'), append('tagmanifest-sha256.txt', digestLine('-')))],
  ['a line of the payload list stands twice', edit('manifest-sha256.txt', (text) => `${text}${text.split('\n')[0]}\n`)],
  [
    'the payload list leads out of the bundle',
    both(append('manifest-sha256.txt', digestLine('data/../../out.txt')), (b) =>
      writeFileSync(join(b, '..', 'out.txt'), 'x'),
    ),
  ],
  [
    'the payload list is in another form',
    edit('manifest-sha256.txt', (text) => text.replace(/^([0-9a-f]{64}) {2}(.*)$/m, 'SHA256 ($2) = $1')),
  ],
  ['the payload list is empty', write('manifest-sha256.txt', '')],
  [
    'the tag list lacks a page',
    both(
      edit('tagmanifest-sha256.txt', (text) => text.replace(/^.*summary\.md\n/m, '')),
      (b) => rmSync(join(b, 'summary.md')),
    ),
  ],
  ['the tag list is missing', (b) => rmSync(join(b, 'tagmanifest-sha256.txt'))],
  [
    'the bag names another run',
    both(
      edit('bag-info.txt', (text) => text.replace(/Z-....../, 'Z-aaaaaa')),
      relist,
    ),
  ],
  [
    'the bag draws on the terminal',
    both(
      edit('bag-info.txt', (text) => text.replace(/: .*/, ': \u001b[2J\u001b[32mGOOD')),
      relist,
    ),
  ],
  [
    'only the evidence manifest tells another verdict',
    both(
      edit('evidence_manifest.json', (text) => text.replace('"verdict": "pass"', '"verdict": "fail"')),
      relist,
    ),
  ],
  [
    'only the run manifest tells another verdict',
    both(
      edit(`${home}/run_manifest.json`, (text) => text.replace('"verdict": "pass"', '"verdict": "skipped"')),
      relist,
    ),
  ],
  [
    'everything is gone',
    (b) => {
      rmSync(b, {recursive: true})
      mkdirSync(b)
    },
  ],
]

/** What no signature outlives, though every digest is right again. */
const OF_SIGNED: readonly (readonly [string, Forge])[] = [
  ['a file was changed and everything listed anew', both(append(`${home}/artifacts/notes.txt`, 'x'), relist)],
  ['a page was changed and everything listed anew', both(append('issue.md', 'x'), relist)],
  ['the signature was taken away', (b) => rmSync(join(b, 'evidence.sigstore.json'))],
  [
    'the signature is of something else',
    edit('evidence.sigstore.json', (text) => text.replace(/"sig": "..../, '"sig": "AAAA')),
  ],
  [
    'the statement was changed',
    edit('evidence.sigstore.json', (text) => text.replace(/"payload": "..../, '"payload": "eyJh')),
  ],
  [
    'there is a second signature',
    edit('evidence.sigstore.json', (text) =>
      text.replace(/"signatures": \[/, '"signatures": [{"sig": "AAAA", "keyid": ""},'),
    ),
  ],
  ['the signature has a second name', (b) => linkSync(join(b, 'evidence.sigstore.json'), join(b, 'other.json'))],
  [
    'an envelope that nobody signed stands before the signed one',
    edit('evidence.sigstore.json', (text) =>
      text.replace('"dsseEnvelope"', '"dsseEnvelope": {"payload": ""},\n"dsseEnvelope"'),
    ),
  ],
  [
    'the payload is told twice, once spelled with an escape',
    edit('evidence.sigstore.json', (text) => text.replace('"payload":', '"pa\\u0079load": "AAAA", "payload":')),
  ],
  ['the signature is followed by another one', edit('evidence.sigstore.json', (text) => `${text}${text}`)],
  ['the key is not there', (b) => rmSync(join(b, '..', 'key.pub.pem'))],
]

// What is wrong with a bundle is told before its signature is looked at, so of these a signed one meets a part.
for (const [name, list] of [
  ['plain', FORGERIES],
  ['signed', [...rotated(FORGERIES, 3), ...OF_SIGNED]],
] as const) {
  it(
    `ends in BAD for each of ${list.length} ways to forge a bundle (${name})`,
    () => {
      for (const [what, forge] of list) {
        using at = stranger(name, name === 'signed')
        forge(at.bundle)
        const lines = pasted('sh', VERIFICATION_BLOCK, at.bundle)
        assert.match(lines.at(-2) ?? '', /^BAD: /, `${what}: ${lines.join(' | ')}`)
        assert.is(lines.at(-1), 'status 1', what)
        assert.not.ok(lines.includes('GOOD'), what)
      }
    },
    TOOLS_MS,
  )
}

it.run()
