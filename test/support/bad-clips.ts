import {join} from 'node:path'
import {systemEntropy} from '#random/system-entropy'
import {makeVideo} from './make-video.ts'

export interface BadClip {
  readonly name: string
  readonly bytes: Uint8Array
  /** What is said of it. */
  readonly fault: RegExp
}

/** How large and long the worst of them are; making a picture of 16000² takes a second and a gigabyte of its own. */
export interface Worst {
  readonly side: number
  readonly seconds: number
}

const MODERATE: Worst = {side: 4112, seconds: 300}

/** Two seconds of a moving picture, whole. */
export function goodClip(home: string): Uint8Array {
  const moving = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=10:duration=2', '-c:v', 'mpeg4']
  return makeVideo([...moving, '-movflags', '+faststart', join(home, 'good.mp4')])
}

/** Files that are no clips, or none that may be decoded; beside them in `home` a good one, which the playlists name. */
export function badClips(home: string, {side, seconds}: Worst = MODERATE): BadClip[] {
  const good = goodClip(home)
  const damaged = Uint8Array.from(good)
  const from = Buffer.from(good).indexOf('mdat') + 700
  for (let at = from; at < from + 1500; at++) damaged[at] = (damaged[at] ?? 0) ^ 0x5a
  const black = (size: string, rate: number, duration: number) =>
    ['-f', 'lavfi', '-i', `color=black:size=${size}:rate=${rate}:duration=${duration}`] as const
  const made = (name: string, ...args: readonly string[]) => makeVideo([...args, join(home, name)])
  const text = (value: string) => Buffer.from(value)
  return [
    {name: 'empty', bytes: new Uint8Array(), fault: /ffmpeg says/},
    {
      name: 'random',
      bytes: Buffer.concat([text('\0\0\0\x18ftypisom'), systemEntropy.bytes(4000)]),
      fault: /ffmpeg says/,
    },
    {name: 'playlist', bytes: text(`#EXTM3U\n#EXTINF:1,\n${join(home, 'good.mp4')}\n`), fault: /ffmpeg says/},
    {
      name: 'concat',
      bytes: text(`ffconcat version 1.0\nfile '${join(home, 'good.mp4')}'\n`),
      fault: /not on whitelist/,
    },
    {
      name: 'svg',
      bytes: text('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
      fault: /ffmpeg says/,
    },
    {name: 'cut', bytes: good.subarray(0, good.length / 2), fault: /./},
    {name: 'damaged', bytes: damaged, fault: /./},
    {
      name: 'audio',
      bytes: made('audio.mp4', '-f', 'lavfi', '-i', 'sine=duration=0.2', '-c:a', 'aac'),
      fault: /it has no video stream/,
    },
    {name: 'huge', bytes: made('huge.mov', ...black(`${side}x${side}`, 10, 0.1), '-c:v', 'png'), fault: /./},
    {
      name: 'endless',
      bytes: made('long.mp4', ...black('16x16', 10, seconds), '-c:v', 'mpeg4'),
      fault: /it promises \d+ frames, more than 2400/,
    },
  ]
}
