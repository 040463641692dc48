import {runExamination} from '#eval/examine/run-examination'
import {openEvalLibrary} from '#eval/execute/open-library'
import {Assay} from '#provider/assay'
import type {Provider} from '#provider/model/provider'
import {environmentOf} from '#world/environments'
import {settingsFor} from '../eval-settings.ts'
import {scripted} from '../fakes/scripted-provider.ts'
import {makeCells} from '../suite-cells.ts'

/** A model with eyes, the document by which it is shown a world, and the suite that asks it. */
export interface ByEye {
  readonly suite: string
  readonly slots: Partial<Provider>
  readonly document: Record<string, unknown>
}

const {signal} = new AbortController()

/** What the requirements of a suite come to for a model with eyes in two rooms, metric by metric. */
export async function examineByEye(
  {suite, slots, document}: ByEye,
  {n, seed}: {readonly n: number; readonly seed?: number},
): Promise<Readonly<Record<string, string>>> {
  const library = openEvalLibrary(
    (eventHandler) => {
      const assay = new Assay({eventHandler})
      assay.registerProvider(scripted(slots))
      return assay
    },
    () => undefined,
    {translator: {told: {schema_version: 1, name: 'eyes', ...document}}},
  )
  const environment = environmentOf('two-room')
  const settings = settingsFor({suites: [suite], envs: ['two-room'], n, ...(seed !== undefined && {seed})})
  const {outcomes} = await runExamination(
    {provider: 'scripted', environment, settings, library, cellsOf: makeCells},
    signal,
  )
  await library.close()
  // Of several rows of a metric the worst counts.
  const byHarm = outcomes.toSorted((one, other) => Number(one.state === 'fail') - Number(other.state === 'fail'))
  return Object.fromEntries(byHarm.map(({metric, state}) => [metric, state]))
}
