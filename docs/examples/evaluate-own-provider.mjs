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
  // `action_candidates` is [1, samples, horizon, action_dim]: the shorter the way, the better.
  score: ({action_candidates}) => {
    const [, samples, horizon, dimension] = action_candidates.shape
    const values = action_candidates.toFloat64()
    const size = horizon * dimension
    const lengthOf = (at) => Math.hypot(...values.subarray(at * size, (at + 1) * size))
    return {scores: Array.from({length: samples}, (_, at) => lengthOf(at)), lower_is_better: true}
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
// mine failures 0 100
