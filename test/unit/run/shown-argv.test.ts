import * as assert from 'uvu/assert'
import {shownArgv} from '#run/shown-argv'
import {spec} from '../../support/spec.ts'

const it = spec('shown argument vector')

it('absolute paths of any system keep only their last part', () => {
  const given = [
    'run',
    '/data/alice/jobs/nightly.yaml',
    '--output=/srv/x/report.md',
    'C:\\Users\\alice\\job.yaml',
    '\\\\host\\share\\job.yaml',
    'file:///data/x.json',
    '/',
  ]
  const shown = [
    'run',
    '<path>/nightly.yaml',
    '--output=<path>/report.md',
    '<path>/job.yaml',
    '<path>/job.yaml',
    '<path>/x.json',
    '<path>/',
  ]
  assert.equal(shownArgv(given), shown)
})
it('everything else stays: relative paths, marks, flags, numbers, rules', () => {
  const given = [
    'eval',
    'jobs/nightly.yaml',
    '<cwd>/job.yaml',
    '--size',
    'quick',
    'closed-loop/env=two-room: spl>=0.7',
    '-n',
    '[redacted:flag#1]',
  ]
  assert.equal(shownArgv(given), given)
})
it.run()
