import {execFileSync} from 'node:child_process'
import {join} from 'node:path'
import * as assert from 'uvu/assert'
import {lumaOf, psnrOf, squareError, ssimOf} from '#eval/suite/media/clip-likeness'
import {FFMPEG, makeVideo} from '../../support/make-video.ts'
import {spec} from '../../support/spec.ts'
import {tempDir} from '../../support/temp-dir.ts'

const it = spec('eval/clip-likeness')
const [WIDTH, HEIGHT, FRAMES] = [98, 70, 12]

it('equal frames are alike in full, a flat one has no structure, and a picture is least like its negative', () => {
  const frame = Uint8Array.from({length: 16 * 16 * 3}, (_, at) => (at * 37) % 256)
  const luma = lumaOf(frame, 16, 16)
  const flat = {...luma, values: new Uint8Array(256).fill(128)}
  const negative = {...luma, values: Uint8Array.from(luma.values, (value) => 255 - value)}
  assert.equal([squareError(frame, frame), psnrOf(0), ssimOf(luma, luma)], [0, Infinity, 1])
  assert.ok(ssimOf(flat, luma) < 0.1)
  assert.ok(ssimOf(negative, luma) < -0.5)
})

/** What ffmpeg's own filter says of two clips whose pixels it sees in this format. */
function told(filter: string, format: string, clips: readonly string[]): string {
  const inputs = clips.flatMap((clip) => ['-i', clip])
  const seen = clips.map((_, at) => `[${at}:v]${format}[c${at}]`).join(';')
  const args = [...inputs, '-lavfi', `${seen};[c0][c1]${filter}=stats_file=-`, '-f', 'null', '-']
  return execFileSync(FFMPEG ?? 'ffmpeg', ['-nostdin', '-hide_banner', '-loglevel', 'error', ...args], {
    encoding: 'utf8',
  })
}

const numbers = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`\\b${name}:([\\d.]+)`, 'g'))].map(([, value]) => Number(value))

/** All frames of a clip, one after the other. */
function framesOf(clip: string, format: string, bytes: number): Uint8Array[] {
  const raw = execFileSync(FFMPEG ?? 'ffmpeg', [
    '-nostdin',
    '-v',
    'error',
    '-i',
    clip,
    '-f',
    'rawvideo',
    '-pix_fmt',
    format,
    '-',
  ])
  return Array.from({length: raw.length / bytes}, (_, at) => raw.subarray(at * bytes, (at + 1) * bytes))
}

if (FFMPEG === undefined) it.skip('PSNR and SSIM are those of ffmpeg', 'there is no ffmpeg on this machine')
else {
  it('PSNR and SSIM of two encodes are those of ffmpeg, frame by frame', () => {
    using dir = tempDir()
    const clips = ['4', '24'].map((quality) => join(dir.path, `q${quality}.avi`))
    for (const [at, quality] of ['4', '24'].entries()) {
      const source = `testsrc2=size=${WIDTH}x${HEIGHT}:rate=10:duration=${FRAMES / 10}`
      makeVideo(['-f', 'lavfi', '-i', source, '-c:v', 'mpeg4', '-q:v', quality, clips[at] ?? ''])
    }
    const pixels = WIDTH * HEIGHT
    const [grey = [], others = []] = clips.map((clip) => framesOf(clip, 'gray', pixels))
    const ssims = numbers(told('ssim', 'format=gray', clips), 'All')
    assert.equal([grey.length, others.length, ssims.length], [FRAMES, FRAMES, FRAMES])
    for (const [at, values] of grey.entries()) {
      const plane = {values, width: WIDTH, height: HEIGHT}
      const found = ssimOf(plane, {...plane, values: others[at] ?? values})
      assert.ok(Math.abs(found - (ssims[at] ?? Number.NaN)) < 1e-4, `frame ${at}: ${found}, ffmpeg ${ssims[at]}`)
      assert.ok(found < 0.99)
    }
    const [colours = [], theirs = []] = clips.map((clip) => framesOf(clip, 'rgb24', 3 * pixels))
    const text = told('psnr', 'format=rgb24,format=gbrp', clips)
    const [errors, psnrs] = [numbers(text, 'mse_avg'), numbers(text, 'psnr_avg')]
    assert.is(psnrs.length, FRAMES)
    for (const [at, frame] of colours.entries()) {
      const squared = squareError(frame, theirs[at] ?? frame)
      // Its file has two digits behind the point: 29.46 dB of 73.62.
      assert.is(squared.toFixed(2), (errors[at] ?? Number.NaN).toFixed(2))
      assert.is(psnrOf(squared).toFixed(2), (psnrs[at] ?? Number.NaN).toFixed(2))
    }
  })
}

it.run()
