import * as assert from 'uvu/assert'
import {contract} from '#eval/suite/contract/contract'
import {makeContractCell} from '#eval/suite/contract/make-contract-cell'
import {ENVIRONMENTS} from '#world/environments'
import {fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('contract in every world')
const exact = fakeSubject()
const worlds = [...ENVIRONMENTS.values()]

it('what goes wrong in one world alone, whichever it is, is told in a run over all of them', async () => {
  for (const {key, id} of worlds) {
    const subject = fakeSubject({
      async score(request, use) {
        const reply = await exact.score(request, use)
        const whole = Math.floor(reply.scores.length / 64) * 64
        const isSpoilt = request.info['environment'] === key && reply.scores.length > 64
        return isSpoilt ? {...reply, scores: reply.scores.map((score, at) => (at < whole ? score : 0))} : reply
      },
    })
    const plan = {suite: contract, environments: worlds, seed: 42, count: contract.trials.quick}
    const cell = makeContractCell(subject, plan)
    const failed: unknown[] = []
    for (const index of cell?.trials ?? []) {
      const {success, case: name, env} = (await cell?.run(index, new AbortController().signal)) ?? {}
      if (!success) failed.push(`${name} ${env}`)
    }
    assert.ok(failed.includes(`score-sizes ${id}`), `${id}: ${failed}`)
  }
})
it.run()
