import * as assert from 'uvu/assert'
import {gitFailure} from '#host/check/git-failure'
import {spec} from '../../support/spec.ts'

const it = spec('calls of git that failed')

it('say the last that git said of the cause, and how it ended', () => {
  const clone = ['clone', '--quiet', '--', 'https://git.example/a/b', 'first']
  const unread =
    "fatal: unable to access 'https://git.example/a/b/': server certificate verification failed. CAfile: none"
  assert.is(
    gitFailure(clone, {code: 128, output: `warning: slow\n${unread}\n\n`}),
    `git clone ended with 128: ${unread}`,
  )
  const pushed = [
    'remote: quota exceeded',
    'To https://git.example/a/b',
    ' ! [remote rejected] main -> main (pre-receive hook declined)',
    "error: failed to push some refs to 'https://git.example/a/b'",
    'hint: See the note.',
  ]
  assert.is(
    gitFailure(['push'], {code: 1, output: pushed.join('\n')}),
    'git push ended with 1: ! [remote rejected] main -> main (pre-receive hook declined)',
  )
})

it('say how they ended where git said nothing, and never more than fits a line', () => {
  assert.is(gitFailure(['push'], {code: 1, output: '\n'}), 'git push ended with 1')
  assert.is(gitFailure(['push'], {code: undefined, output: ''}), 'git push did not end by itself')
  assert.ok(gitFailure(['push'], {code: 1, output: 'long words '.repeat(100)}).length < 300)
})

it.run()
