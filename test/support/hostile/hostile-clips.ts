import {readdirSync} from 'node:fs'
import {sha256} from '#digest/sha256'
import type {ServiceReply} from '#lab/fault/bent-reply'
import {runwayService, tinyMp4} from '#lab/fault/http-services'
import {startFaultServer} from '#lab/fault/start-fault-server'
import {nodeFiles} from '#path/node-files'
import {ArtifactFolder} from '#path/write-artifact'
import {Assay} from '#provider/assay'
import type {Stream} from '#random/stream'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'
import {tempDir} from '../temp-dir.ts'

const PAGE = Buffer.from('<!doctype html><title>Sign in</title><p>This link has expired. Sign in to go on.</p>')
const STATUSES = [204, 301, 400, 403, 403, 404, 410, 429, 500, 503]
const TYPES = ['text/html', 'application/json', 'image/png', 'video/webm', 'application/octet-stream', 'VIDEO/MP4; x=1']

/** Clips where a finished task left them, bent: cut, of another kind, of another length, a page instead, expired links. */
export async function clipTarget(stream: Stream) {
  const healthy = runwayService()
  const sent: ServiceReply[] = []
  const server = await startFaultServer({
    transport: 'http',
    service: (request, base) => {
      const good = healthy(request, base)
      if (!request.path.startsWith('/artifact/')) return good
      const clip = bentClip(stream)
      sent.push(clip)
      return clip
    },
  })
  const dir = tempDir()
  const redactor = new Redactor()
  const artifacts = new ArtifactFolder({folder: dir.path}, {files: nodeFiles, entropy: systemEntropy, redactor})
  const env = {ASSAY_ALLOW_LOOPBACK: '1', RUNWAYML_API_SECRET: 'k'.repeat(20), RUNWAYML_BASE_URL: server.url}
  const limits = {timeoutSeconds: 5, retryPreset: 'none'}
  const assay = new Assay({env, redactor, artifacts, limits, waitOut: () => Promise.resolve()})
  return {
    async call() {
      sent.length = 0
      const {media} = await assay.generate({prompt: 'a cup', duration_seconds: 5}, 'runway')
      if (media.sha256 !== sha256(sent.at(-1)?.bytes ?? '')) throw new Error('another clip than was sent')
    },
    isGood: () => sent.slice(-1).some(isGoodClip),
    async [Symbol.asyncDispose]() {
      await assay.close()
      await server.close()
      const left = readdirSync(dir.path).filter((name) => name.startsWith('.tmp-'))
      dir[Symbol.dispose]()
      if (left.length > 0) throw new Error(`${left.length} clips were left unfinished`)
    },
  }
}

/** The rule written a second time: a good status, a type of video, nothing packed, and the first bytes of a video. */
export function isGoodClip({status, bytes = new Uint8Array(0), mediaType = '', headers = {}}: ServiceReply): boolean {
  const head = Buffer.from(bytes).toString('latin1', 0, 12)
  const isVideo = head.slice(4, 8) === 'ftyp' || head.startsWith('\x1a\x45\xdf\xa3') || /^RIFF.{4}AVI $/s.test(head)
  const isTyped = /^(video\/|application\/octet-stream)/i.test(mediaType)
  const length = headers['content-length']
  const isWhole = length === undefined || Number(length) === bytes.length
  return status >= 200 && status < 300 && isVideo && isTyped && isWhole && headers['content-encoding'] === undefined
}

function bentClip(stream: Stream): ServiceReply {
  const whole = Buffer.concat([tinyMp4(String(stream.int(1_000_000))), Buffer.alloc(stream.int(3) * 40_000, 1)])
  const good = {status: 200, bytes: whole, mediaType: 'video/mp4'}
  switch (stream.int(8)) {
    case 0:
      return {...good, bytes: whole.subarray(0, stream.int(24))}
    case 1: {
      const bytes = Buffer.from(whole)
      bytes[stream.int(12)] = stream.int(256)
      return {...good, bytes}
    }
    case 2:
      return {...good, bytes: PAGE, ...(stream.int(2) === 0 && {mediaType: 'text/html'})}
    case 3:
      return {...good, headers: {'content-length': String(whole.length + 1 + stream.int(1000)), connection: 'close'}}
    case 4:
      return {...good, status: STATUSES[stream.int(STATUSES.length)] ?? 500}
    case 5:
      return {...good, mediaType: TYPES[stream.int(TYPES.length)] ?? ''}
    case 6:
      return {...good, headers: {'content-encoding': 'gzip'}}
    default:
      return good
  }
}
