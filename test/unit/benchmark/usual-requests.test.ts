import * as assert from 'uvu/assert'
import {chooseRequests, requestsDocument} from '#benchmark/model/requests'
import {environmentOf} from '#world/environments'
import {Tensor} from '#world/tensor/tensor'
import {spec} from '../../support/spec.ts'

const it = spec('usual requests')

it('a benchmark asks in the shapes in which suites ask', () => {
  for (const id of ['two-room', 'pendulum', 'double-integrator']) {
    const {key, block, stateSize, goalSize} = environmentOf(id)
    const {score, policy} = chooseRequests({environment: {id}})
    for (const {info} of [score, policy]) {
      const {observation, goal} = info
      assert.ok(observation instanceof Tensor && goal instanceof Tensor, id)
      assert.equal([observation.shape, goal.shape, observation.dtype], [[stateSize], [goalSize], 'float64'])
      assert.is(info['environment'], key)
    }
    assert.equal([score.info['action_block'], policy.info['action_block']], [block, 1])
  }
})

it('what is recorded of them can be sent again', () => {
  const {score} = requestsDocument([{environment: {id: 'two-room'}}], ['score'])
  const {info} = JSON.parse(JSON.stringify(score))
  assert.equal(
    chooseRequests({score_info: info}).score.info,
    chooseRequests({environment: {id: 'two-room'}}).score.info,
  )
})

it.run()
