import {generateKeyPairSync} from 'node:crypto'
import {readFileSync, writeFileSync} from 'node:fs'
import {signedBundleText} from '#evidence/sign/envelope'
import {filesIn} from './evidence-rig.ts'
import {added, type HostileBundle, NOTES} from './hostile-bundle.ts'
import type {Judge} from './other-judges.ts'

/** One way to make a good bundle bad, and who of the others can see it. */
export interface BadKind {
  readonly name: string
  readonly seenBy: readonly Judge[]
  readonly spoil: (bundle: HostileBundle, draw: (count: number) => number) => void
}

const SIGNATURE = 'evidence.sigstore.json'
const SIGNERS = ['openssl', 'sigstore'] as const
type Envelope = {dsseEnvelope: {payload: string; signatures: {sig: string}[]}}

const envelope = (bundle: HostileBundle, change: (envelope: Envelope['dsseEnvelope']) => void) =>
  bundle.editJson(SIGNATURE, (value) => change((value as Envelope).dsseEnvelope))
const statement = ({dsseEnvelope}: Envelope) => Buffer.from(dsseEnvelope.payload, 'base64').toString()

/** One bit of one file of the payload. */
function flipPayload(bundle: HostileBundle, draw: (count: number) => number): void {
  const paths = filesIn(bundle.folder).filter((path) => path.startsWith('data/') && bundle.text(path) !== '')
  const path = bundle.at(paths[draw(paths.length)] ?? '')
  const content = readFileSync(path)
  const at = draw(content.length)
  content[at] = (content[at] ?? 0) ^ (1 << draw(8))
  writeFileSync(path, content)
}

export const BAD_KINDS: readonly BadKind[] = [
  {name: 'a bit of the payload is flipped', seenBy: ['sha256sum'], spoil: flipPayload},
  {
    name: 'a payload file is missing',
    seenBy: ['sha256sum', 'find'],
    spoil: (bundle) => bundle.remove(bundle.inRun(NOTES)),
  },
  {
    name: 'a payload file is cut off',
    seenBy: ['sha256sum'],
    spoil: (bundle) => bundle.edit(bundle.inRun(NOTES), (text) => text.slice(0, -1)),
  },
  {
    name: 'a payload file is added',
    seenBy: ['find'],
    spoil: (bundle) => added(bundle, bundle.inRun('artifacts/more.txt')),
  },
  {
    name: 'two payload files have changed places',
    seenBy: ['sha256sum'],
    spoil: (bundle) => {
      const other = bundle.inRun('artifacts/more/data.json')
      const [notes, data] = [bundle.text(bundle.inRun(NOTES)), bundle.text(other)]
      bundle.write(bundle.inRun(NOTES), data)
      bundle.write(other, notes)
    },
  },
  {
    name: 'a page is changed',
    seenBy: ['sha256sum'],
    spoil: (bundle) => bundle.edit('summary.md', (text) => `${text}x`),
  },
  {
    name: 'the evidence manifest is changed',
    seenBy: ['sha256sum'],
    spoil: (bundle) => bundle.edit('evidence_manifest.json', (text) => text.replace('"kind"', '"Kind"')),
  },
  {
    name: 'a line of the payload list is missing',
    seenBy: ['sha256sum'],
    spoil: (bundle) => bundle.edit('manifest-sha256.txt', (text) => text.slice(text.indexOf('\n') + 1)),
  },
  {
    name: 'the payload is changed and every list made right',
    seenBy: ['subject'],
    spoil: (bundle) => {
      bundle.edit(bundle.inRun(NOTES), (text) => text.replace('good', 'evil'))
      bundle.reseal()
    },
  },
  {
    name: 'a bit of the signature is flipped',
    seenBy: SIGNERS,
    spoil: (bundle, draw) =>
      envelope(bundle, ({signatures: [first]}) => {
        if (!first) return
        const bytes = Buffer.from(first.sig, 'base64')
        const at = draw(bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8))
        first.sig = bytes.toString('base64')
      }),
  },
  {
    name: 'the statement tells another digest',
    seenBy: [...SIGNERS, 'subject'],
    spoil: (bundle) => {
      const changed = statement(bundle.json(SIGNATURE) as Envelope).replace(/"sha256":"[0-9a-f]{4}/, '"sha256":"0000')
      envelope(bundle, (inside) => (inside.payload = Buffer.from(changed).toString('base64')))
    },
  },
  {
    name: 'the statement tells another result',
    seenBy: SIGNERS,
    spoil: (bundle) => {
      const changed = statement(bundle.json(SIGNATURE) as Envelope).replace('"predicate":{', '"predicate":{"x":1,')
      envelope(bundle, (inside) => (inside.payload = Buffer.from(changed).toString('base64')))
    },
  },
  {
    name: 'a stranger signed the same statement',
    seenBy: SIGNERS,
    spoil: (bundle) => {
      const {privateKey} = generateKeyPairSync('ed25519')
      bundle.write(SIGNATURE, signedBundleText(statement(bundle.json(SIGNATURE) as Envelope), privateKey))
    },
  },
  {
    name: 'the signature is missing',
    seenBy: [...SIGNERS, 'subject'],
    spoil: (bundle) => bundle.remove(SIGNATURE),
  },
]
