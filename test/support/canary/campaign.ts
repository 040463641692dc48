import {ENCODING_NAMES, type Encoding, plantOf} from './encodings.ts'
import {type Entry, visitRuns} from './entries.ts'
import {Searcher, type Sighting} from './searcher.ts'
import {NO_LAYERS, Stage} from './stage.ts'

/** What came of one entry. `shown`: checks on outputs that say the value where nothing redacts; only those could have failed. */
export interface EntryEnd {
  readonly entry: string
  readonly outputs: number
  readonly checks: number
  readonly shown: number
  readonly leaks: readonly Sighting[]
  /** Values and encodings that the control run did not see: a searcher that is blind there proves nothing. */
  readonly unseen: readonly string[]
}

/** Plants through one entry twice, with the redactor and without; every byte of every output is searched. */
export async function tryEntry(
  entry: Entry,
  values: readonly string[],
  {isQuick = false}: {readonly isQuick?: boolean} = {},
): Promise<EntryEnd> {
  const searcher = new Searcher(values)
  using guarded = new Stage(values, {isQuick})
  await play(entry, guarded)
  const leaks = [...guarded.outputs].flatMap(([name, content]) => searcher.find(name, content))
  using control = new Stage(values, {isQuick, layers: NO_LAYERS})
  await play(entry, control)
  const seen = [...control.outputs].flatMap(([name, content]) => searcher.find(name, content))
  return {
    entry: entry.name,
    outputs: guarded.outputs.size,
    checks: guarded.outputs.size * values.length * ENCODING_NAMES.length,
    shown: seen.filter(({output}) => guarded.outputs.has(output)).length,
    leaks,
    unseen: unseenIn(entry, seen, values),
  }
}

async function play(entry: Entry, stage: Stage): Promise<void> {
  await entry.plant(stage)
  await visitRuns(stage)
  stage.collect()
}

/** Where an entry is silent, the plants themselves must be seen. */
function unseenIn(entry: Entry, seen: readonly Sighting[], values: readonly string[]): string[] {
  const key = (value: number, encoding: Encoding) => `value ${value} as ${encoding}`
  const found = new Set(seen.map(({value, encoding}) => key(value, encoding)))
  const searcher = new Searcher(values)
  return values.flatMap((secret, value) =>
    ENCODING_NAMES.flatMap((encoding) => {
      const plant = plantOf(secret, encoding)
      const isSeen = found.has(key(value, encoding)) || (entry.isSilent && sees(searcher, plant, {value, encoding}))
      return isSeen || entry.fits?.(plant) === false ? [] : [key(value, encoding)]
    }),
  )
}

function sees(searcher: Searcher, plant: string, {value, encoding}: Omit<Sighting, 'output'>): boolean {
  return searcher.find('plant', plant).some((one) => one.value === value && one.encoding === encoding)
}
