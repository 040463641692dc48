import type {ProviderProfile} from '#contract/generated/types'
import type {EventTarget} from '#event/event-sink'
import {InMemoryRecorderSink} from '#event/in-memory-recorder-sink'
import {Assay} from '#provider/assay'
import type {AssayOptions} from '#provider/assay-options'
import {MOCK} from '#provider/catalogue/builtin-profiles'
import type {Provider} from '#provider/model/provider'
import {Redactor} from '#redact/redactor'
import {fakeClock} from './fake-clock.ts'

/** A provider named `scripted` with these slots and nothing else. */
export function scripted(slots: Partial<Provider>, profile: Partial<ProviderProfile> = {}): Provider {
  const capabilities = MOCK.capabilities.filter((capability) => slots[capability] !== undefined)
  return {
    probe: (level) => ({level, ok: true, detail: 'fine'}),
    ...slots,
    profile: {...MOCK, name: 'scripted', capabilities, ...profile},
  }
}

/** A library with one scripted provider, a clock that stands still, and waits that only move it. */
export function rig(provider: Provider, options: AssayOptions & {more?: EventTarget} = {}) {
  const clock = fakeClock()
  const recorder = new InMemoryRecorderSink()
  const redactor = options.redactor ?? new Redactor()
  const waits: number[] = []
  const waitOut = async (ms: number, signal: AbortSignal) => {
    signal.throwIfAborted()
    waits.push(ms)
    clock.tick(ms)
  }
  const entropy = {bytes: (count: number) => new Uint8Array(count).fill(128)}
  const assay = new Assay({eventHandler: recorder, clock, redactor, waitOut, entropy, ...options})
  assay.registerProvider(provider)
  return {assay, clock, recorder, redactor, waits}
}
