import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'
import {type Workshop, workshop} from '../support/workshop.ts'

const it = spec('providers that refuse questions')
const LIMIT_MS = 120_000

/** A module with the rules of `pendulum` as `docs/worlds.md` has them, that first does what `refuse` says. */
function pendulumModule(refuse: string, descriptor: string): string {
  return `const POLICY = {timeout_seconds: 60, max_elapsed_seconds: null, retry: {max_attempts: 1, backoff_seconds: 0, backoff_multiplier: 1,
  max_backoff_seconds: 0, jitter: 0, max_retry_after_seconds: 0, retryable_status_codes: []}}
const clip = (value, most) => Math.min(Math.max(value, -most), most)
const next = ([angle, speed], [torque]) => {
  const after = clip(speed + 0.05 * (15 * Math.sin(angle) + 6 * clip(torque, 1)), 8)
  return [angle + 0.05 * after, after]
}
export const assayProvider = {apiVersion: 1, create: () => ({
  profile: {name: 'mine', maturity: 'experimental', capabilities: ['predict'], transport: 'in_process', deterministic: true,
    requires: {all_of: [], any_of: []}, optional: [], max_probe_level: 'configured', idempotent: [],
    request_policy: {health: POLICY, request: POLICY}},
  descriptor: ${descriptor},
  predictBatch: ({states, actions, environment}) => {
    const [rows, steps] = actions.shape
    ${refuse}
    const [from, commands, data] = [states.toFloat64(), actions.toFloat64(), []]
    for (let row = 0; row < rows; row++) {
      let state = from.slice(2 * (row % states.shape[0]), 2 * (row % states.shape[0]) + 2)
      for (let step = 0; step < steps; step++) data.push(...(state = next(state, [commands[row * steps + step]])))
    }
    return {states: {dtype: 'float64', shape: [rows, steps, 2], data}}
  },
  probe: (level) => ({level, ok: true, detail: 'fine'}),
})}
`
}

async function evaluated(shop: Workshop, refuse: string, descriptor = '{}') {
  shop.put('mine.mjs', pendulumModule(refuse, descriptor))
  const argv = ['eval', '--provider-module', './mine.mjs', '--suite', 'fidelity', '--n', '8', '--verbose']
  const {code, out} = await shop.tell([...argv, '--env', 'pendulum', '--env', 'two-room', '--allow-skip'])
  return {code, told: out.replace(/\s+/g, ' ')}
}

it(
  'who refuses every question about some worlds is told how to say so, and is judged on the others once it does',
  async () => {
    using shop = workshop()
    const only = `if (!environment.startsWith('pendulum')) throw new Error('made for the pendulum alone')`
    const before = await evaluated(shop, only)
    assert.is(before.code, 1, before.told)
    assert.match(
      before.told,
      /refused_worlds: mine answers in pendulum and refuses every question about two-room; .* environments/,
    )
    const after = await evaluated(shop, only, `{environments: ['pendulum']}`)
    assert.match(after.told, 'mine two-room did not run: environment_unsupported')
    assert.not.match(after.told, 'made for the pendulum alone')
    assert.not.match(after.told, 'refused_worlds')
  },
  LIMIT_MS,
)

it('worlds that are no list of ids are refused before a run exists, and a name that no world has is told', async () => {
  using shop = workshop()
  const broken = await evaluated(shop, '', `{environments: 'pendulum'}`)
  assert.is(broken.code, 2, broken.told)
  assert.equal(shop.runs(), [])
  const unknown = await evaluated(shop, '', `{environments: ['pendulums']}`)
  assert.match(unknown.told, 'environment_unsupported (it states that it knows pendulums alone)')
  assert.match(unknown.told, 'no world is named pendulums; did you mean pendulum?')
})

it('a contract that was asked in no world is told so, and not that the provider cannot do anything', async () => {
  using shop = workshop()
  shop.put('mine.mjs', pendulumModule('', `{environments: ['two_room']}`))
  const argv = ['eval', '--provider-module', './mine.mjs', '--suite', 'contract', '--env', 'two-room']
  const told = (await shop.tell(argv)).out.replace(/\s+/g, ' ')
  assert.match(told, 'no world is named two_room; did you mean two-room?')
  assert.match(told, 'mine contract did not run: environment_unsupported')
  assert.not.match(told, 'capability_missing')
})

it(
  'who refuses many rows at once is told how to say so, and is asked for fewer once it does',
  async () => {
    using shop = workshop()
    const few = `if (!environment.startsWith('pendulum')) throw new Error('other'); if (rows > 100) throw new Error('at most 100 rows')`
    const before = await evaluated(shop, few, `{environments: ['pendulum']}`)
    assert.match(before.told, /refused_sizes: mine refuses some questions of many rows .* max_samples/)
    const after = await evaluated(shop, few, `{environments: ['pendulum'], max_samples: 100}`)
    assert.not.match(after.told, 'at most 100 rows')
  },
  LIMIT_MS,
)

it.run()
