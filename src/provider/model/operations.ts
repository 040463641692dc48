import type {Provider} from './provider.ts'

/** What can be asked of a provider: its capabilities, and its health. In one fixed order. */
export const PROVIDER_OPERATIONS = [
  'predict',
  'score',
  'policy',
  'embed',
  'reason',
  'generate',
  'transfer',
  'health',
] as const

/** What code that brings a provider may fill with a function. */
export const SLOTS = [
  'predict',
  'predictBatch',
  'score',
  'policy',
  'reset',
  'embed',
  'reason',
  'generate',
  'transfer',
  'probe',
  'describe',
  'preflight',
  'warmup',
  'teardown',
] as const satisfies readonly Exclude<keyof Provider, 'profile' | 'descriptor' | 'checks' | 'examples'>[]
