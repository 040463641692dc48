import {AssayError} from '#error/assay-error'
import {analytic} from '#provider/adapter/analytic/analytic'
import {environmentFor} from '#provider/adapter/analytic/model-provider'
import {zooProfile} from '#provider/catalogue/builtin-profiles'
import type {CallContext, PolicyAnswer, PolicyRequest, Provider} from '#provider/model/provider'
import {Tensor} from '#world/tensor/tensor'

const TOO_MUCH = 3

/** Policies that are wrong on purpose, by name: each spoils what the exact one is asked, or what it answers. */
const FAULTS: Readonly<Record<string, (request: PolicyRequest, context: CallContext) => Promise<PolicyAnswer>>> = {
  // Whatever there is to be seen, it acts as if everything stood at zero.
  blind: async ({info}, context) => {
    const {stateSize} = environmentFor(info['environment'])
    return await exact(
      {info: {...info, observation: Tensor.of('float64', [stateSize], new Float64Array(stateSize))}},
      context,
    )
  },
  // The right way, with three times the command that is right, whatever the bounds.
  reckless: async (request, context) => {
    const {raw_actions, ...answer} = await exact(request, context)
    const {u} = raw_actions
    if (!(u instanceof Tensor)) throw new AssayError('bug', 'the exact policy gave no commands')
    const more = u.toFloat64().map((value) => TOO_MUCH * value)
    return {...answer, raw_actions: {u: Tensor.of('float64', u.shape, more)}}
  },
}

/** The wrong policy of a name. It has nothing but its policy: neither predicts nor scores. */
export function policyFault(name: string): Provider {
  const {descriptor, probe} = analytic
  const policy = FAULTS[name]
  if (!policy) throw new AssayError('bug', 'there is no wrong policy of that name')
  return {profile: zooProfile(name), ...(descriptor && {descriptor}), probe, policy}
}

async function exact(request: PolicyRequest, context: CallContext): Promise<PolicyAnswer> {
  if (!analytic.policy) throw new AssayError('bug', 'the exact model has no policy')
  return await analytic.policy(request, context)
}
