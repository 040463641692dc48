import * as assert from 'uvu/assert'
import {shownPath} from '#path/shown-path'
import {spec} from '../../support/spec.ts'

const it = spec('shown path')
const shown = (workspace: string) => shownPath('runs/x', {cwd: '/home/alice/ci', workspace})

it('a workspace below the current directory is part of what is shown', () => {
  assert.is(shown('/home/alice/ci'), 'runs/x')
  assert.is(shown('/home/alice/ci/.assay/nightly'), '.assay/nightly/runs/x')
  assert.is(shown('/home/alice/ci/..out'), '..out/runs/x')
})

it('how a workspace elsewhere is reached is never shown', () => {
  for (const workspace of ['/home/alice', '/home/alice/other', '/home/alice/ci-2', '/'])
    assert.is(shown(workspace), 'runs/x')
})
it.run()
