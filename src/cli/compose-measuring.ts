import {realTime} from '#benchmark/measure/real-time'
import {conductTalk, type MeasuringTalk} from '#benchmark/session/conduct-talk'
import {openLibrary} from '#benchmark/session/open-library'
import {localSessions} from '#benchmark/session/open-session'
import type {Answer} from '#benchmark/session/session-talk'
import {Assay} from '#provider/assay'
import {systemClock} from '#random/system-clock'
import {composeRedactor, hereReader, lateVitals} from './compose.ts'
import {composeExtras} from './compose-extras.ts'
import type {Hall} from './hall.ts'

/** The measuring side of a talk: a library of its own in the process that was started for it. */
export async function composeMeasuring(
  hall: Pick<Hall, 'env' | 'cwd'>,
  say: (answer: Answer) => void,
): Promise<MeasuringTalk> {
  const redactor = composeRedactor(hall)
  const extras = await composeExtras(hall.env, hall.cwd, hereReader)
  return conductTalk(say, ({policy, recordings, ...setting}) =>
    localSessions({
      ...realTime(systemClock),
      watchVitals: lateVitals,
      recordings,
      openLibrary: (eventHandler) =>
        openLibrary(new Assay({limits: policy, eventHandler, env: hall.env, redactor, extras}), setting),
    }),
  )
}
