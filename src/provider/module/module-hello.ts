import {providerProfile} from '#contract/generated/provider-profile'
import type {ProviderProfile} from '#contract/generated/types'
import {record} from '#contract/json'
import {parse} from '#contract/parse'
import {readDescriptor} from '../external/hello.ts'
import {SLOTS} from '../model/call-options.ts'
import type {Descriptor} from '../model/descriptor.ts'
import type {Examples} from '../model/provider.ts'
import {violation} from '../model/provider-fault.ts'
import type {ModuleSlot} from './module-message.ts'
import {readValue} from './module-value.ts'

/** What a module is, once it is loaded. */
export interface ModuleHello {
  readonly profile: ProviderProfile
  readonly descriptor: Descriptor
  readonly slots: readonly ModuleSlot[]
  /** What it names as examples of what it takes; held against its contract like any request before they are sent. */
  readonly examples: Examples
}

/** Throws `schema_invalid` for its profile, `contract_violation` for the rest. */
export function readModuleHello({
  profile,
  descriptor,
  slots,
  examples,
}: Readonly<Record<string, unknown>>): ModuleHello {
  if (!Array.isArray(slots)) throw violation('the module does not say what it answers')
  return {
    profile: parse(providerProfile, readValue(profile)),
    descriptor: descriptorIn(descriptor),
    slots: SLOTS.filter((slot) => slots.includes(slot)),
    examples: record(readValue(examples)) ?? {},
  }
}

/** A descriptor as a module's process tells it. Throws `contract_violation`. */
export function descriptorIn(told: unknown): Descriptor {
  const value = readValue(told)
  const seeds = record(value)?.['training_seeds']
  const isRange = Array.isArray(seeds) && seeds.length === 2 && seeds.every(Number.isSafeInteger)
  return {
    ...readDescriptor(value, record(value)?.['required']),
    ...(isRange && {training_seeds: [Number(seeds[0]), Number(seeds[1])] as const}),
  }
}
