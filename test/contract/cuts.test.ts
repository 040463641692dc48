import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import {cutStart, cutText} from '#error/cut-text'
import {Redactor} from '#redact/redactor'
import {ROOT} from '../support/hall-rig.ts'
import {spec} from '../support/spec.ts'

const it = spec('cuts')
const CUT =
  /\.(?:slice|substring|substr)\((?:0, ?(?:[A-Z][A-Z_]+(?: - \w+)?|\d{2,}|limit|most)|-(?:[A-Z][A-Z_]+|\d{2,}))\)/g
const LISTS = 'a list, not a text'
const NAMES = 'a name of ours or of a caller, made of few letters: no secret is taken into it'
/** Every cut of something that may be long, and why it may be none of `cutText`: by file, with how many it holds. */
const ALLOWED: Readonly<Record<string, readonly [number, string]>> = {
  'src/error/cut-text.ts': [1, 'the one place that cuts'],
  'src/redact/literal-index.ts': [0, 'compares'],
  'src/redact/line-buffer.ts': [2, 'drops a margin wider than any secret with the end of an overlong line'],
  'src/redact/known-forms.ts': [0, 'compares'],
  'src/provider/catalogue/configuration.ts': [1, NAMES],
  'src/job/job-report.ts': [1, LISTS],
  'src/job/last-lines.ts': [1, LISTS],
  'src/job/matrix.ts': [1, 'values of a job file, which is refused where it holds a secret'],
  'src/job/nest-recorder.ts': [1, NAMES],
  'src/eval/model/eval-plan.ts': [1, NAMES],
  'src/drill/model/record-fault.ts': [1, 'compares'],
  'src/doctor/environment-check.ts': [2, 'names of variables, and a list of them'],
  'src/profile/profile-rules.ts': [1, 'compared with known names and not told'],
  'src/run/runtime.ts': [1, NAMES],
  'src/run/contract-drift.ts': [1, 'the beginning of a digest'],
  'src/run/runs-report.ts': [1, 'the beginning of a digest'],
  'src/evidence/publish/left-out.ts': [1, LISTS],
  'src/evidence/pseudonym/pseudonyms.ts': [1, 'the beginning of a digest'],
  'src/drill/site/log-of-node.ts': [1, 'lines are counted and never told'],
  'src/upgrade/report/rollback-plan-report.ts': [1, LISTS],
  'src/upgrade/site/claim-places.ts': [1, 'the beginning of a digest'],
  'src/hostnode/git/child-names.ts': [1, 'the beginning of a digest'],
  'src/hostnode/transport/collect-events.ts': [1, LISTS],
  'src/random/clock.ts': [1, 'the day of a time'],
  'src/audit/expect-benchmark.ts': [1, 'the day of a time'],
  'src/gate/contract-field.ts': [1, 'words of ours around names of fields'],
  'src/provider/external/hello.ts': [1, LISTS],
  'src/provider/model/value-check.ts': [1, 'a list of names that are plain'],
  'src/provider/translator/read-raw.ts': [1, LISTS],
  'src/eval/execute/ask-subject.ts': [1, LISTS],
  'src/gate/verdict.ts': [1, LISTS],
  'src/document/document-issues.ts': [1, LISTS],
  'src/document/load-document.ts': [1, LISTS],
  'src/report/github-annotations.ts': [2, LISTS],
  'src/cli/near-commands.ts': [1, LISTS],
  'src/contract/parse.ts': [1, LISTS],
  'src/benchmark/model/warm-up.ts': [1, LISTS],
  'src/compare/compare-report.ts': [2, LISTS],
  'src/cli/error-document.ts': [1, LISTS],
  'src/cli/list-names.ts': [1, LISTS],
  'src/evidence/verify/check-book.ts': [1, LISTS],
  'src/evidence/verify/text-checks.ts': [1, LISTS],
  'src/evidence/publish/check-before.ts': [1, LISTS],
  'src/run/find-runs.ts': [1, LISTS],
  'src/run/resolve-run.ts': [1, LISTS],
  'src/run/page-part.ts': [1, LISTS],
  'src/hostnode/consensus/network-document.ts': [1, LISTS],
  'src/hostnode/validator/run-validator.ts': [1, LISTS],
  'src/hostnode/model/hook-events.ts': [1, LISTS],
  'src/hostnode/verify/check-repository.ts': [3, LISTS],
  'src/report/markup.ts': [1, LISTS],
  'src/report/html-blocks.ts': [1, LISTS],
  'src/evidence/model/pages.ts': [2, LISTS],
  'src/job/conduct-job.ts': [1, LISTS],
  'src/job/run-exec-step.ts': [1, LISTS],
  'src/drill/report/drills-report.ts': [1, LISTS],
  'src/host/check/changed-ref.ts': [1, LISTS],
  'src/host/check/check-accounts.ts': [2, LISTS],
  'src/host/check/check-data.ts': [2, LISTS],
  'src/host/check/check-leftovers.ts': [2, LISTS],
  'src/host/check/check-objects.ts': [2, LISTS],
  'src/host/check/check-refs.ts': [4, LISTS],
  'src/redact/readable.ts': [1, 'judged by its beginning and not told'],
}
/** Measured numbers, pictures and environments: no text comes near them. */
const NUMBERS = /^src\/(?:stats|world|eval\/(?:measure|suite|plan|catalogue)|random)\//

it('every text that may hold a secret is cut by the one function that halves none', () => {
  const files = readdirSync(join(ROOT, 'src'), {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.ts') && !name.startsWith('contract/generated'))
    .map((name) => `src/${name}`)
  const found = files.flatMap((path) => {
    const count = [...readFileSync(join(ROOT, path), 'utf8').matchAll(CUT)].length
    const [allowed] = ALLOWED[path] ?? [NUMBERS.test(path) ? count : 0]
    return count > allowed ? [`${path}: ${count} cuts, ${allowed} with a reason`] : []
  })
  assert.equal(found, [])
})

it('a cut leaves a secret whole or leaves it out, wherever it falls', () => {
  const redactor = new Redactor()
  const secret = `${'gh'}p_${'a1B2'.repeat(9)}`
  for (const around of [
    'the server said token and more words behind it',
    '{"error":"bad ","more":"words"}',
    `x=1&y=2;z`,
  ]) {
    for (let at = 0; at <= around.length; at++) {
      const text = `${around.slice(0, at)} ${secret} ${around.slice(at)}`
      for (let limit = 1; limit <= text.length; limit++) {
        const cuts = [cutText(text, limit), cutStart(text, limit)]
        for (const cut of cuts) {
          assert.ok(cut.length <= limit, cut)
          assert.not.match(redactor.text(cut), /a1B2/, `${limit}: ${cut}`)
        }
      }
    }
  }
})

it('a cut is never longer than the limit, keeps whole characters and whole marks, and short texts as they are', () => {
  fc.assert(
    fc.property(fc.string({unit: 'grapheme', maxLength: 60}), fc.integer({min: 1, max: 60}), (text, limit) => {
      for (const cut of [cutText(text, limit), cutStart(text, limit)]) {
        assert.ok(cut.length <= limit)
        if (text.length <= limit) assert.is(cut, text)
        if (text.isWellFormed()) assert.ok(cut.isWellFormed(), JSON.stringify(cut))
      }
    }),
  )
  const marked = 'word [redacted:registered#12] word'
  for (let limit = 1; limit < marked.length; limit++) {
    const cut = cutText(marked, limit)
    assert.ok(!cut.includes('[') || cut.includes('#12]'), cut)
  }
})

it.run()
