// A provider of one's own: what it answers is checked before anyone sees it, and it is called by name like every other.
import {Assay, ProviderError, Tensor} from '@assay-trials/assay'

const limits = new Assay().profileOf('mock').request_policy
let isWell = true

/** @type {import('@assay-trials/assay').Provider} */
const echo = {
  profile: {
    name: 'echo',
    maturity: 'experimental',
    capabilities: ['embed'],
    transport: 'in_process',
    deterministic: true,
    requires: {all_of: [], any_of: []},
    optional: [],
    max_probe_level: 'serving',
    idempotent: ['embed'],
    request_policy: limits,
  },
  embed: ({text = ''}) => ({model: 'lengths', vector: isWell ? text.split(' ').map((word) => word.length) : []}),
  probe: (level) => ({level, ok: isWell, detail: isWell ? 'well' : 'ill'}),
}

const assay = new Assay()
assay.registerProvider(echo)
const {vector} = await assay.embed({text: 'one three seventeen'}, 'echo')
console.log(Tensor.of('uint8', [vector.length], vector).toJSON().data.join(' '))

isWell = false
try {
  await assay.embed({text: 'anything'}, 'echo')
} catch (error) {
  if (error instanceof ProviderError) console.log(error.code, error.message)
}
console.log((await assay.readiness('echo')).status)
await assay.close()

// 3 5 9
// contract_violation vector is empty
// provider_unhealthy
