import type {ProviderCapability, ProviderProfile} from '#contract/generated/types'
import type {Digest} from '#contract/ids'
import {finite, record} from '#contract/json'
import {ProviderError} from '#error/provider-error'
import type {Descriptor} from '../model/descriptor.ts'
import {FLOAT_TYPES} from '../model/float-types.ts'
import {violation} from '../model/provider-fault.ts'
import {answerMetadata, answerObject, answerText, digestValue, whatCame} from '../model/value-check.ts'
import {demandPromiseNames} from './promise-names.ts'

const PROTOCOL = 1
const MOST_FIELDS = 100
const CLASSES = ['live', 'contract-fixture', 'synthetic'] as const

/** What a provider says of itself when asked. */
export interface Hello {
  readonly name: string
  readonly descriptor: Descriptor
  /** Many rollouts at once, which is a way to predict that a host need not have. */
  readonly hasBatches: boolean
  /** World states, one at a time; without it they are asked for as a batch of one. */
  readonly hasScenes: boolean
  /** What its answers prove; of a live model, unless it says otherwise. */
  readonly evidenceClass: (typeof CLASSES)[number]
  /** Versions of packages at the other end. */
  readonly runtime: Readonly<Record<string, string>>
  /** Undefined until it is loaded. */
  readonly model: {readonly id: string; readonly digest?: string} | undefined
  /** Digest of everything that the provider says of itself. */
  readonly digest: Digest
}

/** Throws `incompatible` for another protocol or a capability that is missing, `contract_violation` for nonsense. */
export function readHello(value: unknown, profile: Pick<ProviderProfile, 'capabilities'>): Hello {
  const body = answerObject(value)
  if (body['protocol'] !== PROTOCOL) throw incompatible(`it does not speak protocol ${PROTOCOL}`)
  const can = body['capabilities']
  if (!Array.isArray(can)) throw violation(`hello has ${whatCame(can)} for its list of capabilities`)
  const hasBatches = can.includes('predict_batch')
  // Batches are a way to predict, and the only one that models of vectors have.
  const hasOne = (one: ProviderCapability) => can.includes(one) || (one === 'predict' && hasBatches)
  const missing = profile.capabilities.filter((one) => !hasOne(one))
  if (missing.length > 0) throw incompatible(`it cannot ${missing.join(', ')}`)
  return {
    name: answerText(body['name'], 'name'),
    descriptor: readDescriptor(body['descriptor'], body['required']),
    hasBatches,
    hasScenes: can.includes('predict'),
    evidenceClass: CLASSES.find((name) => name === body['evidence_class']) ?? 'live',
    runtime: texts(body['runtime']),
    model: modelOf(body['model']),
    digest: digestValue(body),
  }
}

/** What a provider promises, and the fields it needs with their ranks. What is no promise is left out. Throws `contract_violation`. */
export function readDescriptor(value: unknown, required: unknown): Descriptor {
  const told = answerMetadata(value ?? {}, 'descriptor') ?? {}
  demandPromiseNames(told)
  const {
    observation,
    dt,
    parallel_safe,
    lower_is_better,
    action_dim,
    max_samples,
    action_types,
    float_type,
    environments,
  } = told
  const positive = (name: string, number: unknown) => {
    if (number === undefined || number === null) return {}
    if (!((finite(number) ?? 0) > 0)) throw violation(`${name} is ${whatCame(number)}, not a number above 0`)
    return {[name]: number}
  }
  const floats = FLOAT_TYPES.find((type) => type === float_type)
  return {
    ...positive('dt', dt),
    ...positive('action_dim', action_dim),
    ...positive('max_samples', max_samples),
    ...((observation === 'state' || observation === 'pixels') && {observation}),
    ...(typeof parallel_safe === 'boolean' && {parallel_safe}),
    ...(typeof lower_is_better === 'boolean' && {lower_is_better}),
    ...(Array.isArray(action_types) && {action_types: action_types.filter((type) => typeof type === 'string')}),
    ...statedEnvironments(environments),
    ...(floats && {float_type: floats}),
    ...requiredOf(required),
  }
}

/** Reads the environments that a provider states. It is asked about no others, so anything but a list of ids is refused. */
function statedEnvironments(values: unknown): Pick<Descriptor, 'environments'> {
  if (values === undefined || values === null) return {}
  const isId = (value: unknown) => typeof value === 'string' && value !== ''
  if (!Array.isArray(values) || values.length === 0 || !values.every(isId))
    throw violation(`environments is ${whatCame(values)}, not a list of ids`)
  return {environments: values}
}

function requiredOf(value: unknown): Pick<Descriptor, 'required'> {
  if (value === undefined || value === null) return {}
  const entries = Object.entries(answerMetadata(value, 'required') ?? {})
  const isRank = (rank: unknown): rank is number => Number.isInteger(rank) && Number(rank) >= 0 && Number(rank) <= 8
  if (entries.length > MOST_FIELDS || !entries.every(([, rank]) => isRank(rank)))
    throw violation(`required is ${whatCame(value)}, not a map of ranks from 0 to 8`)
  return {required: Object.fromEntries(entries) as Record<string, number>}
}

function modelOf(value: unknown): Hello['model'] {
  const body = record(value)
  if (body === undefined) return undefined
  const {id, digest} = body
  if (typeof id !== 'string') throw violation(`model has ${whatCame(id)} for its id, not a text`)
  return {id, ...(typeof digest === 'string' && {digest})}
}

function texts(value: unknown): Readonly<Record<string, string>> {
  const pairs = Object.entries(record(value) ?? {}).slice(0, MOST_FIELDS)
  return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
}

function incompatible(what: string): ProviderError {
  return new ProviderError('incompatible', `the provider does not fit: ${what}`, {
    fault: 'incompatible',
    retryable: false,
  })
}
