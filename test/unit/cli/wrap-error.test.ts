import {readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {errorText} from '#cli/error-document'
import {wrapError} from '#cli/wrap-error'
import {AssayError} from '#error/assay-error'
import {displayWidth} from '#report/columns'
import {ROOT} from '../../support/hall-rig.ts'
import {spec} from '../../support/spec.ts'

const it = spec('errors on a terminal')

const ERRORS: Readonly<Record<string, AssayError>> = {
  'error-one': new AssayError(
    'unknown_provider',
    'there is no provider of this name among those that are built in, and no profile or gate names a module that would bring one',
    {
      hint: 'Did you mean analytic or mock? Run assay provider list --registered-only --format json and take one of those names.',
      given: 'an-alytic with many words that were typed behind it on the same long line, which stay as they are',
    },
  ),
  'error-many': new AssayError('usage', '3 things are wrong', {
    hint: 'Correct every listed issue.',
    issues: [
      {
        pointer: '/provider',
        rule: 'unknown_provider',
        message: 'there is no such provider (Did you mean analytic, observer or mock?)',
      },
      {
        pointer: '/job',
        rule: 'file_unreadable',
        message: '/home/somebody/evaluations/of-the-winter/nightly-with-a-long-name.yaml cannot be read as a job',
      },
      {
        pointer: '/steps/2/with/suite',
        rule: 'enum',
        message: 'must be one of closed-loop, rollout, contract',
        line: 12,
      },
    ],
    givens: ['an-alytic', undefined, 'closed-lop'],
  }),
  'error-command': new AssayError('usage', 'the driver ended in the middle of it', {
    hint: 'assay node upgrade --target nodes/of-the-building/production.yaml --plan 2026-11-23-to-1.4.0 --resume or assay node rollback --target nodes/of-the-building/production.yaml',
  }),
}

for (const [name, error] of Object.entries(ERRORS)) {
  for (const width of [60, 80, 120]) {
    it(`${name} at ${width} columns is as it was`, () => {
      const path = join(ROOT, 'fixtures', 'screens', `${name}-${width}.txt`)
      const now = wrapError(errorText(error, {withGiven: true}), width)
      if (process.env['ASSAY_UPDATE_GOLDEN']) writeFileSync(path, now)
      assert.fixture(now, readFileSync(path, 'utf8'), 'update with ASSAY_UPDATE_GOLDEN=1, and look at it')
    })
  }
}

it('no line of words is longer than the terminal, and no word, command or given value is broken', () => {
  const commands = ['assay runs list --limit 5', 'assay drills list.', 'npm install prom-client']
  const word = fc.oneof(fc.stringMatching(/^[a-z]{1,14}$/), fc.constantFrom(...commands))
  fc.assert(
    fc.property(fc.array(word, {minLength: 1, maxLength: 40}), fc.integer({min: 60, max: 130}), (words, columns) => {
      const text = `error usage: ${words.join(' ')}\n  given: ${words.join(' ')}\n  try: Then ${words.join(' ')}\n`
      const lines = wrapError(text, columns).split('\n')
      const given = lines.find((line) => line.startsWith('  given: '))
      assert.is(given, `  given: ${words.join(' ')}`)
      const told = lines.filter((line) => line !== given)
      for (const line of told) assert.ok(displayWidth(line) <= columns || !line.trim().includes(' '), line)
      for (const command of words.filter((one) => commands.includes(one)))
        assert.ok(
          told.some((line) => line.includes(command)),
          command,
        )
      assert.is(
        told
          .map((line) => line.trim())
          .join(' ')
          .replaceAll(/ +/g, ' ')
          .trim(),
        text.replace(`${given}\n`, '').replaceAll(/\s+/g, ' ').trim(),
      )
    }),
  )
})

it.run()
