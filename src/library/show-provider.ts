import type {ProviderInfoResult} from '#contract/generated/types'
import type {LibraryPorts} from '#provider/assay-options'
import type {RunPorts} from '#run/ports'
import type {CommandOutcome} from './render-safe.ts'
import type {ProviderOrder} from './write-starters.ts'

type Ports = LibraryPorts & Pick<RunPorts, 'files' | 'entropy' | 'redactor'>

/** What a provider is, and files to start from where they are asked for. Throws as `readProvider` and `writeStarters` do. */
export async function tellProvider(
  order: ProviderOrder,
  ports: Ports,
  signal: AbortSignal,
): Promise<CommandOutcome<ProviderInfoResult>> {
  const {readProvider} = await import('#doctor/read-provider')
  const told = await readProvider(order.name, ports, signal)
  const {writeTranslator, writeInput, translator} = order
  if (writeTranslator === undefined && writeInput === undefined && translator === undefined) return told
  const {writeStarters} = await import('./write-starters.ts')
  const {written, remarks} = await writeStarters(order, told.result.diagnosis, {ports, signal})
  const facts = Object.entries(written).map(([label, value]) => ({label: LABELS[label] ?? label, value}))
  return {
    result: {...told.result, written},
    report: {
      ...told.report,
      facts: [...told.report.facts, ...facts],
      remarks: [...remarks, ...told.report.remarks],
    },
  }
}

const LABELS: Readonly<Record<string, string>> = {
  source: 'Files made of',
  translator: 'Translator written',
  input: 'Inputs written',
}
