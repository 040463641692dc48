// What each clip that is none costs until it is named: seconds, and the most memory that a program had that looked at it (ffprobe, ffmpeg). Among them a
// picture of 16000² and ten hours of black. Exit 1 where one is not named, takes more than 60 s or more than 150 MiB; exit 3 without ffmpeg.
// Usage: measure-clips.ts
import {dirname} from 'node:path'
import {openVideoDecoder} from '#eval/execute/open-video-decoder'
import {nodeFiles} from '#path/node-files'
import {execaByteChild} from '#process/execa-byte-child'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'
import {badClips, goodClip} from '../../test/support/bad-clips.ts'
import {watchChildrenMemory} from '../../test/support/children-memory.ts'
import {FFMPEG} from '../../test/support/make-video.ts'
import {tempDir} from '../../test/support/temp-dir.ts'

const MOST = {seconds: 60, mib: 150}
const WORST = {side: 16_000, seconds: 36_000}
const SIDE = {width: 64, height: 64}

if (FFMPEG === undefined) {
  console.error('there is no ffmpeg on PATH')
  process.exit(3)
}
using dir = tempDir()
const decode = openVideoDecoder({
  env: {PATH: dirname(FFMPEG)},
  files: nodeFiles,
  entropy: systemEntropy,
  redactor: new Redactor(),
  space: {temporary: dir.path},
  programs: {runForBytes: async () => execaByteChild},
})
const {signal} = new AbortController()
const clips = [
  {name: 'good', bytes: goodClip(dir.path), kind: 'clip'},
  ...badClips(dir.path, WORST).map((clip) => ({...clip, kind: 'broken'})),
]
console.log('clip        bytes    seconds  MiB  is      says')
for (const {name, bytes, kind} of clips) {
  using memory = watchChildrenMemory()
  const began = performance.now()
  const found = await decode({bytes, media_type: 'video/mp4'}, SIDE, signal)
  const seconds = (performance.now() - began) / 1000
  const isMissed = found.kind !== kind || seconds > MOST.seconds || memory.peakMiB() > MOST.mib
  if (isMissed) process.exitCode = 1
  const cells = [name.padEnd(10), String(bytes.length).padStart(8), seconds.toFixed(2).padStart(8)]
  const said = found.kind === 'broken' ? found.fault.slice(0, 70) : ''
  console.log(
    `${cells.join(' ')} ${memory.peakMiB().toFixed(0).padStart(4)}  ${found.kind.padEnd(7)} ${said}${isMissed ? '  MISSED' : ''}`,
  )
}
