import * as assert from 'uvu/assert'
import {ProviderError} from '#error/provider-error'
import type {ContractProbe} from '#eval/kit/contract-input'
import type {Subject} from '#eval/model/subject'
import {contractCases, runContractCase} from '#eval/suite/contract/run-contract-case'
import {ENVIRONMENTS} from '#world/environments'
import {Action} from '#world/model/action'
import type {Environment} from '#world/model/environment'
import type {Tensor} from '#world/tensor/tensor'
import {rotated} from '../../support/depth.ts'
import {dirty, OVERLAP_BREAKERS, oneWorld, patient, pool, together} from '../../support/fakes/contract-breakers.ts'
import {type Changes, fakeSubject} from '../../support/fakes/subject.ts'
import {spec} from '../../support/spec.ts'

const it = spec('calls under way')
const {signal} = new AbortController()
const exact = fakeSubject()
const CASES = Object.keys(OVERLAP_BREAKERS)
const BESIDE = CASES.filter((name) => name.endsWith('-beside'))
const ABORTED = CASES.filter((name) => name.endsWith('-aborted'))
const WORLDS = [...ENVIRONMENTS.values()]

/** What comes of a case in one world, beside another one or none. */
const tried = (subject: Subject, name: string, environment: Environment, beside?: Environment) =>
  triedAt(0, {subject, name, environment, beside})

async function triedAt(
  episode: number,
  {subject, name, environment, beside}: Omit<ContractProbe, 'key' | 'signal'> & {name: string},
) {
  const asked = contractCases(subject).find((one) => one.name === name)
  const key = {seed: 42, environment: environment.key, stratum: environment.strata[0], episode}
  return await runContractCase(asked!, {subject, environment, beside, key, signal})
}

it('who answers each call by itself keeps these promises in every world, at once or after a while', async () => {
  const asked = [() => ({}), patient, () => pool(40)].flatMap((make) =>
    WORLDS.flatMap((environment, at) => CASES.map((name) => ({make, environment, beside: WORLDS[at - 1], name}))),
  )
  for (const {make, environment, beside, name} of rotated(asked, 5)) {
    const {success, reason} = await tried(fakeSubject(make()), name, environment, beside)
    assert.ok(success, `${name} ${environment.id}: ${reason}`)
  }
})

it('questions that displace each other among many are told in every world, whether another one is asked about or not', async () => {
  const asked = WORLDS.flatMap((environment, at) =>
    [undefined, WORLDS.at(at - 1)].flatMap((beside) =>
      BESIDE.flatMap((name) => [16, 20, 32].map((places) => ({environment, beside, name, places}))),
    ),
  )
  for (const {environment, beside, name, places} of rotated(asked, 7)) {
    const {reason = ''} = await tried(fakeSubject(pool(places)), name, environment, beside)
    assert.match(
      reason,
      /^a (question is answered otherwise than alone|call that is answered alone fails) while 40 calls/,
    )
  }
})

it('calls of two worlds that are mixed up are told as such, and one world alone is answered rightly', async () => {
  const asked = BESIDE.flatMap((name) =>
    WORLDS.map((environment, at) => ({name, environment, beside: WORLDS.at(at - 1)})),
  )
  for (const {name, environment, beside} of rotated(asked, 4)) {
    assert.ok((await tried(fakeSubject(oneWorld()), name, environment)).success)
    const {reason = ''} = await tried(fakeSubject(oneWorld()), name, environment, beside)
    const words = `a call that is answered alone fails while 40 calls are under way and some of them are of another world (${beside?.id})`
    assert.is(reason, words)
  }
})

it('calls that are put together as if their questions had one form are told in every world', async () => {
  for (const environment of WORLDS)
    for (const name of BESIDE) {
      const ends = [0, 1, 2].map((episode) => triedAt(episode, {subject: fakeSubject(together()), name, environment}))
      const told = (await Promise.all(ends)).map(({reason = ''}) => reason)
      assert.match(
        told.join(),
        /a question is answered otherwise than alone while 40 calls/,
        `${name} ${environment.id}`,
      )
    }
})

it('who answers no question of another form of questions is asked for the usual one alone', async () => {
  const usual: Changes = {
    async predictBatch(request, use) {
      const {horizon} = ENVIRONMENTS.get(String(request.environment).split('@')[0] ?? '') ?? {}
      if (request.actions.shape[1] !== horizon) throw new ProviderError('invalid_input', 'plans of one length alone')
      return await exact.predictBatch(request, use)
    },
  }
  for (const environment of WORLDS)
    assert.ok((await tried(fakeSubject(usual), 'batch-beside', environment)).success, environment.id)
})

it('embeddings, and commands of a policy that says that calls may overlap, are those of each question', async () => {
  const world = WORLDS.find(({id}) => id === 'two-room')
  for (const [isMixed, takesMany] of [
    [false, true],
    [true, true],
    [true, false],
  ] as const) {
    let [frame, seen]: [Tensor | undefined, unknown] = [undefined, undefined]
    const subject = fakeSubject({
      capabilities: ['embed', 'policy'],
      descriptor: {parallel_safe: takesMany},
      async embed(request) {
        frame = request.frame
        await new Promise((resolve) => setImmediate(resolve))
        const {size = 0, digest} = (isMixed ? frame : request.frame) ?? {}
        return {vector: [size, Number.parseInt(String(digest?.call(isMixed ? frame : request.frame)).slice(7, 15), 16)]}
      },
      async policy(info) {
        seen = info['observation']
        await new Promise((resolve) => setImmediate(resolve))
        const now = isMixed ? seen : info['observation']
        return [Action.control(Array.from((now as Tensor).toFloat64()))]
      },
    })
    for (const name of ['embed-beside', 'policy-beside']) {
      const {success, reason} = await tried(subject, name, world!)
      assert.is(success, !(isMixed && takesMany), `${name}: ${reason}`)
    }
  }
})

it('who takes one call at a time is not asked for more where it says so, or lives elsewhere and does not say otherwise', async () => {
  let [under, most] = [0, 0]
  const counting = (changes: Changes): Changes => ({
    ...changes,
    async score(request, use) {
      most = Math.max(most, ++under)
      await new Promise((resolve) => setImmediate(resolve))
      under--
      return await exact.score(request, use)
    },
  })
  const mostOf = async (changes: Changes) => {
    most = 0
    assert.ok((await tried(fakeSubject(counting(changes)), 'score-beside', WORLDS[0]!)).success)
    return most
  }
  assert.is(await mostOf({inProcess: false}), 0)
  assert.is(await mostOf({descriptor: {parallel_safe: false}}), 0)
  assert.is(await mostOf({inProcess: false, descriptor: {parallel_safe: true}}), 40)
})

it('a server that takes some of the calls and refuses the rest for now answers no question wrongly', async () => {
  let under = 0
  const few: Changes = {
    descriptor: {parallel_safe: true},
    inProcess: false,
    async score(request, use) {
      if (under >= 4) throw new ProviderError('rate_limited', 'too many at once')
      under++
      await new Promise((resolve) => setImmediate(resolve))
      under--
      return await exact.score(request, use)
    },
  }
  assert.ok((await tried(fakeSubject(few), 'score-beside', WORLDS[0]!, WORLDS[1])).success)
})

it('a call that was given up and stays in the next one is told in every world', async () => {
  for (const environment of WORLDS)
    for (const name of ABORTED)
      assert.is(
        (await tried(fakeSubject(dirty()), name, environment)).reason,
        'a question is answered otherwise than before, after a call that was given up',
      )
})

it('who takes one call at a time, and is busy with one that was given up, is asked again and not blamed', async () => {
  let [isBusy, refused] = [false, 0]
  const busy: Changes = {
    async score(request, use) {
      if (isBusy && ++refused > 0) throw new Error('busy')
      isBusy = true
      // The work goes on after the call is given up.
      const work = new Promise<void>((resolve) => setTimeout(resolve, 2)).then(() => {
        isBusy = false
      })
      await Promise.race([work, new Promise((_, reject) => use.addEventListener('abort', () => reject(use.reason)))])
      return await exact.score(request, use)
    },
  }
  const one = fakeSubject({...busy, descriptor: {action_types: ['control'], parallel_safe: false}})
  assert.ok((await tried(one, 'score-aborted', WORLDS[0]!)).success)
  assert.ok(refused > 0)
})

it('calls are given up while they are under way, and none of a program, which would be ended with it', async () => {
  let heard = 0
  const hearing: Changes = {
    async score(request, use) {
      use.addEventListener('abort', () => heard++)
      await new Promise((resolve) => setTimeout(resolve, 20))
      use.throwIfAborted()
      return await exact.score(request, use)
    },
  }
  assert.ok((await tried(fakeSubject(hearing), 'score-aborted', WORLDS[0]!)).success)
  assert.is(heard, 7)
  assert.ok((await tried(fakeSubject({...hearing, endsWithCall: true}), 'score-aborted', WORLDS[0]!)).success)
  assert.is(heard, 7)
})

it('a process that was ended because it did not hear is not blamed, and is ended no second time', async () => {
  let [lives, isBlocked] = [1, false]
  const deaf = fakeSubject({
    async score(request, use) {
      if (isBlocked) {
        isBlocked = false
        lives++
        throw new ProviderError('unreachable', "the provider's process was blocked and has been ended")
      }
      use.addEventListener('abort', () => {
        isBlocked = true
      })
      await new Promise((resolve) => setTimeout(resolve, 20))
      use.throwIfAborted()
      return await exact.score(request, use)
    },
  })
  for (const environment of WORLDS) assert.ok((await tried(deaf, 'score-aborted', environment)).success)
  assert.is(lives, 2)
})

it.run()
