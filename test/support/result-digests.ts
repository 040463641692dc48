import {createHash} from 'node:crypto'
import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {EvalMeasurement} from '#contract/generated/types'

/** What an evaluation came to, suite by suite: which version of the suite, and digests over the bytes of its trials and rows. */
export type ResultDigests = Readonly<Record<string, {readonly version: number; readonly sha256: string}>>

/** Of the folder of a run. */
export function resultDigests(run: string): ResultDigests {
  const {suites, rows} = JSON.parse(readFileSync(join(run, 'results', 'result.json'), 'utf8')) as EvalMeasurement
  const lines = readFileSync(join(run, 'results', 'episodes.ndjson'), 'utf8').split('\n')
  return Object.fromEntries(
    suites.map(({name, version}) => {
      const trials = lines.filter((line) => line.includes(`"suite":"${name}"`))
      const told = rows.filter(({suite}) => suite === name).map((row) => JSON.stringify(row))
      return [
        name,
        {
          version,
          sha256: createHash('sha256')
            .update([...trials, ...told].join('\n'))
            .digest('hex'),
        },
      ]
    }),
  )
}
