import {conductTalk, type MeasuringTalk} from '#benchmark/session/conduct-talk'
import {openLibrary} from '#benchmark/session/open-library'
import {localSessions} from '#benchmark/session/open-session'
import {realTime} from '#benchmark/session/real-time'
import type {SessionAnswer, SessionSetting} from '#benchmark/session/session-talk'
import {composeExtras} from '#compose/compose-named'
import {lateProcessorWait, lateVitals} from '#compose/compose-ports'
import {composeRedactor} from '#compose/compose-redactor'
import {hereFiles} from '#compose/here-files'
import {ArtifactFolder} from '#path/write-artifact'
import {Assay} from '#provider/assay'
import {systemClock} from '#random/system-clock'
import {systemEntropy} from '#random/system-entropy'
import type {Hall} from './hall.ts'

/** The measuring side of a talk: a library of its own in the process that was started for it. */
export async function composeMeasuring(
  hall: Pick<Hall, 'env' | 'cwd'>,
  say: (answer: SessionAnswer) => void,
): Promise<MeasuringTalk> {
  const redactor = composeRedactor(hall)
  const {signal} = new AbortController()
  const extras = await composeExtras(hall.env, hall.cwd, {reader: hereFiles.reader, redactor, signal, isTimed: true})
  const processorWaitNs = await lateProcessorWait()
  const sessions = ({policy, recordings, ...setting}: SessionSetting) =>
    localSessions({
      ...realTime(systemClock, processorWaitNs),
      watchVitals: lateVitals,
      recordings,
      openLibrary: ({eventHandler, witness, artifacts: folder}) => {
        const artifacts = folder && new ArtifactFolder(folder, {files: hereFiles, entropy: systemEntropy, redactor})
        const own = {limits: policy, eventHandler, env: hall.env, redactor, extras, artifacts, witness}
        return openLibrary(new Assay(own), setting)
      },
    })
  const {take, ended} = conductTalk(say, sessions, systemClock)
  return {take, ended: ended.then(() => extras?.close())}
}
