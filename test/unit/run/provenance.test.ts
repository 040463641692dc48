import * as assert from 'uvu/assert'
import {parseLabels} from '#run/labels'
import {provenanceOf} from '#run/provenance'
import {parseSourceState} from '#run/source-state'
import {spec} from '../../support/spec.ts'
import {throwsCode} from '../../support/throws-code.ts'

const it = spec('where a run comes from')
const SHA = '0123456789abcdef0123456789abcdef01234567'
const none = {source: undefined, naming: {}}

it('the services of CI are known by the variables that their pages document', () => {
  const services: readonly (readonly [Record<string, string>, unknown, unknown])[] = [
    [
      {
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_REPOSITORY: 'octo/robot',
        GITHUB_RUN_ID: '1658821493',
        GITHUB_JOB: 'evaluate',
        GITHUB_SHA: SHA,
        GITHUB_HEAD_REF: 'feature',
        GITHUB_REF_NAME: '12/merge',
      },
      {provider: 'github', url: 'https://github.com/octo/robot/actions/runs/1658821493', job: 'evaluate'},
      {commit: SHA, branch: 'feature', dirty: null},
    ],
    [
      {GITLAB_CI: 'true', CI_JOB_URL: 'https://gitlab.example/a/b/-/jobs/7', CI_JOB_NAME: 'eval', CI_COMMIT_SHA: SHA},
      {provider: 'gitlab', url: 'https://gitlab.example/a/b/-/jobs/7', job: 'eval'},
      {commit: SHA, branch: null, dirty: null},
    ],
    [
      {JENKINS_URL: 'https://ci.example/', BUILD_URL: 'https://ci.example/job/x/3/', JOB_NAME: 'x', GIT_BRANCH: 'main'},
      {provider: 'jenkins', url: 'https://ci.example/job/x/3/', job: 'x'},
      {commit: null, branch: 'main', dirty: null},
    ],
    [{CI: 'true'}, {provider: 'unknown', url: null, job: null}, null],
    [{CI: 'false', GITHUB_SHA: SHA}, null, null],
    [{}, null, null],
  ]
  for (const [env, ci, source] of services) {
    const told = provenanceOf({...none, env})
    assert.equal([told.ci, told.source], [ci, source])
  }
})

it('an address of a run is kept without user and query, or not at all', () => {
  const url = (address: string) => provenanceOf({...none, env: {GITLAB_CI: '1', CI_JOB_URL: address}}).ci?.url
  assert.is(url('https://bot:hunter2@gitlab.example/jobs/7?private_token=abc#x'), 'https://gitlab.example/jobs/7')
  for (const bad of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'not an address',
    `https://a.example/${'x'.repeat(500)}`,
  ])
    assert.is(url(bad), null, bad)
})

it('git is believed where it speaks, CI where it does not', () => {
  const source = parseSourceState(
    `# branch.oid ${SHA}\n# branch.head (detached)\n1 .M N... 100644 100644 100644 a b f.ts\n`,
  )
  assert.equal(source, {commit: SHA, branch: null, dirty: true})
  const env = {GITLAB_CI: '1', CI_COMMIT_SHA: 'f'.repeat(40), CI_COMMIT_REF_NAME: 'main'}
  assert.equal(provenanceOf({env, source, naming: {}}).source, {commit: SHA, branch: 'main', dirty: true})
})

it('labels are pairs; all that is wrong with them is told at once', async () => {
  assert.equal(parseLabels(['robot=so101', 'note=a=b', 'empty=']), {robot: 'so101', note: 'a=b', empty: ''})
  const wrong = [
    'robot',
    '=x',
    'robot=a',
    'robot=b',
    'Robot=a',
    `long=${'x'.repeat(201)}`,
    '__proto__=x',
    'constructor=x',
  ]
  const {issues} = await throwsCode(() => parseLabels(wrong), 'invalid_input')
  assert.equal(
    issues.map(({rule}) => rule),
    ['form', 'form', 'unique', 'key', 'max', 'key'],
  )
})
it.run()
