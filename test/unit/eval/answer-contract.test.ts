import * as assert from 'uvu/assert'
import type {EvalEpisode} from '#contract/generated/types'
import {openEvalLibrary} from '#eval/execute/open-library'
import type {Subject} from '#eval/model/subject'
import {contract} from '#eval/suite/contract/contract'
import {makeContractCell} from '#eval/suite/contract/make-contract-cell'
import {contractCases} from '#eval/suite/contract/run-contract-case'
import {Assay} from '#provider/assay'
import {ENVIRONMENTS} from '#world/environments'
import {spec} from '../../support/spec.ts'

type EmbedRequest = Parameters<Subject['embed']>[0]

const it = spec('contract of answers and clips')
const {signal} = new AbortController()
const library = openEvalLibrary(
  (eventHandler) => new Assay({eventHandler}),
  () => undefined,
)

/** The observer with operations of its own, which reach nobody where they are refused. */
async function observerWith(changes: Partial<Subject> = {}): Promise<Subject> {
  const subject = await library.subject('observer')
  return Object.assign(Object.create(subject) as Subject, changes)
}

async function broken(subject: Subject, count = 30): Promise<Record<string, string>> {
  const cell = makeContractCell(subject, {suite: contract, environments: [...ENVIRONMENTS.values()], seed: 42, count})
  const found: Record<string, string> = {}
  for (const index of cell?.trials ?? []) {
    const episode = await cell?.run(index, signal)
    if (episode && !episode.success) found[episode.case ?? ''] = episode.reason ?? ''
  }
  return found
}

it('the observer and the mock keep every promise, in every environment', async () => {
  assert.equal(await broken(await observerWith()), {})
  assert.equal(await broken(await library.subject('mock'), 100), {})
})

it('a case that costs a clip is tried once, the others turn through the environments', async () => {
  const subject = await observerWith()
  const cell = makeContractCell(subject, {
    suite: contract,
    environments: [...ENVIRONMENTS.values()],
    seed: 42,
    count: 40,
  })
  const episodes: (EvalEpisode | undefined)[] = []
  for (const index of cell?.trials ?? []) episodes.push(await cell?.run(index, signal))
  const of = (name: string) => episodes.filter((episode) => episode?.case === name)
  assert.equal([of('generate-clip').length, of('transfer-clip').length], [1, 1])
  assert.equal(
    of('reason-count')
      .slice(0, 5)
      .map((episode) => episode?.env),
    [...ENVIRONMENTS.keys()],
  )
  assert.is(new Set(episodes.map((episode) => episode?.case)).size, contractCases(subject).length)
})

it('every promise has a provider that breaks it', async () => {
  const real = await library.subject('observer')
  const cut: Subject['generate'] = async (request, use) => {
    const clip = await real.generate(request, use)
    return {...clip, bytes: clip.bytes.slice(0, 500)}
  }
  let calls = 0
  let newest: EmbedRequest = {}
  const waiting: EmbedRequest[] = []
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const KNOWN_BAD: Record<string, Partial<Subject>> = {
    'reason-count': {reason: async (request, use) => ({...(await real.reason(request, use)), answer: '0 1 2 3 4'})},
    'reason-evidence': {reason: async (request, use) => ({...(await real.reason(request, use)), evidence: ['goal']})},
    'reason-input': {
      reason: async (request, use) => {
        const answer = await real.reason(request, use)
        Object.assign(request.world_state ?? {}, {step: 9})
        return answer
      },
    },
    'embed-repeat': {embed: async () => ({vector: [++calls]})},
    'embed-beside': {
      embed: async (request, use) => {
        newest = request
        await turn()
        return await real.embed(newest, use)
      },
    },
    'embed-aborted': {
      embed: async (request, use) => {
        waiting.push(request)
        await turn()
        use.throwIfAborted()
        return await real.embed(waiting.shift() ?? request, use)
      },
    },
    'generate-clip': {generate: cut},
    'transfer-clip': {
      transfer: async (request, use) => ({...(await real.transfer(request, use)), duration_seconds: 9}),
    },
    'reason-refusal': {reason: async () => ({answer: '1', evidence: []})},
    'embed-refusal': {embed: async () => ({vector: [1]})},
    'generate-refusal': {
      generate: async () => await real.generate({prompt: '', duration_seconds: 1}, signal).catch(() => ({}) as never),
    },
    'transfer-refusal': {transfer: async () => ({}) as never},
  }
  assert.equal(
    Object.keys(KNOWN_BAD).sort(),
    contractCases(real)
      .map(({name}) => name)
      .sort(),
  )
  for (const [name, changes] of Object.entries(KNOWN_BAD)) {
    const found = await broken(await observerWith(changes), contractCases(real).length)
    assert.ok(name in found, `${name}: ${JSON.stringify(found)}`)
  }
  assert.match((await broken(await observerWith({generate: cut}), 10))['generate-clip'] ?? '', 'cut off')
})

it('a clip of a format that is not decoded must at least be a whole file', async () => {
  const mp4 = (bytes: Uint8Array): Partial<Subject> => ({
    generate: async () => ({fps: 8, resolution: [2, 2], duration_seconds: 1, media_type: 'video/mp4', bytes}),
  })
  const whole = Buffer.from('\0\0\0\x0cftypisom\0\0\0\x08moov\0\0\0\x08mdat', 'latin1')
  assert.is((await broken(await observerWith(mp4(whole)), 10))['generate-clip'], undefined)
  const found = await broken(await observerWith(mp4(whole.subarray(0, -1))), 10)
  assert.is(found['generate-clip'], 'the clip is no whole file: a box is cut off')
})

it('wrong observers are found by the contract too', async () => {
  assert.ok('reason-count' in (await broken(await library.subject('zoo.digit-spammer'))))
  assert.match((await broken(await library.subject('zoo.zero-byte-media')))['generate-clip'] ?? '', 'no bytes')
})

it.run()
