// A model of one's own, as an object of this process, through the same trials and rules as every other.
import {Assay, evaluate} from '@assay-trials/assay'

/** @type {import('@assay-trials/assay').Provider} */
const mine = {
  profile: {
    ...new Assay().profileOf('mock'),
    name: 'mine',
    capabilities: ['embed', 'score'],
    idempotent: ['embed', 'score'],
  },
  descriptor: {lower_is_better: true},
  embed: ({text = ''}) => ({model: 'lengths', vector: [text.length, 1]}),
  // `action_candidates` is [1, samples, horizon, action_dim]. Each entry is held for `action_block` steps: the nearer to the goal it all ends, the better.
  score: ({info, action_candidates}) => {
    const [, samples, horizon, dimension] = action_candidates.shape
    const [values, goal, start] = [action_candidates, info.goal, info.observation].map((one) => one.toFloat64())
    const missOf = (at) => {
      const end = start.slice(0, dimension)
      const first = at * horizon * dimension
      for (let n = 0; n < horizon * dimension; n++) end[n % dimension] += info.action_block * values[first + n]
      return Math.hypot(...end.map((value, axis) => value - goal[axis]))
    }
    return {scores: Array.from({length: samples}, (_, at) => missOf(at)), lower_is_better: true}
  },
  probe: (level) => ({level, ok: true, detail: 'well'}),
}

const workspace = new URL('out/', import.meta.url)
const {exit, measurement} = await evaluate({
  workspace,
  suites: ['contract'],
  providers: ['mine'],
  ownProviders: [mine],
})
console.log(exit.name)
for (const {provider, metric, estimate, n} of measurement.rows) console.log(provider, metric, estimate, n)

// ok
// mine failures 0 250
