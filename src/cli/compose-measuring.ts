import {realTime} from '#benchmark/measure/real-time'
import {conductTalk, type MeasuringTalk} from '#benchmark/session/conduct-talk'
import {openLibrary} from '#benchmark/session/open-library'
import {localSessions} from '#benchmark/session/open-session'
import type {Answer} from '#benchmark/session/session-talk'
import {ArtifactFolder} from '#path/write-artifact'
import {Assay} from '#provider/assay'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import {composeRedactor, hereFiles, lateVitals} from './compose.ts'
import {composeExtras} from './compose-extras.ts'
import type {Hall} from './hall.ts'

/** The measuring side of a talk: a library of its own in the process that was started for it. */
export async function composeMeasuring(
  hall: Pick<Hall, 'env' | 'cwd'>,
  say: (answer: Answer) => void,
): Promise<MeasuringTalk> {
  const redactor = composeRedactor(hall)
  const extras = await composeExtras(hall.env, hall.cwd, hereFiles.reader)
  return conductTalk(say, ({policy, recordings, ...setting}) =>
    localSessions({
      ...realTime(systemClock),
      watchVitals: lateVitals,
      recordings,
      openLibrary: (eventHandler, folder) => {
        const artifacts = folder && new ArtifactFolder(folder, {files: hereFiles, entropy: systemEntropy, redactor})
        const own = {limits: policy, eventHandler, env: hall.env, redactor, extras, artifacts}
        return openLibrary(new Assay(own), setting)
      },
    }),
  )
}
