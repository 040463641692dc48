import * as assert from 'uvu/assert'
import {ALL_LAYERS} from '#redact/layers'
import {Redactor} from '#redact/redactor'
import {findTokens} from '#redact/tokens'
import {seeded} from '../../support/seeded.ts'
import {spec} from '../../support/spec.ts'

const it = spec('tokens of unknown vendors')
const pick = seeded(11)
const draw = (alphabet: string, length: number) => Array.from({length}, () => alphabet[pick(alphabet.length)]).join('')
const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789'
const HEX = '0123456789abcdef'
const uuid = () => [8, 4, 4, 4, 12].map((length) => draw(HEX, length)).join('-')

/** Formats that nobody has: a word, a sign and what generators draw. */
const INVENTED: readonly (() => string)[] = [
  () => `zorble_${draw(ALNUM, 32)}`,
  () => `qx-${draw(ALNUM, 40)}`,
  () => `vnd_live_${draw(ALNUM, 24)}`,
  () => `plo1_${draw(LOWER, 40)}`,
  () => `sk_zorble_${draw(HEX, 40)}`,
  () => `zrb_${draw(HEX, 64)}`,
  () => `zor.${draw(ALNUM, 22)}.${draw(ALNUM, 27)}`,
  () => `zoapi-${uuid()}`,
  () => `znk_${draw(`${ALNUM}_-`, 60)}`,
  () => `zb64_${draw(`${ALNUM}+/`, 64)}`,
  () => draw(ALNUM, 44),
]
const SENTENCES: readonly ((token: string) => string)[] = [
  (token) => `The call with ${token} was refused by the server.`,
  (token) => `Somebody pasted "${token}" into the channel.`,
  (token) => `${token}\n`,
  (token) => `one\\n${token}\\ntwo`,
]

const IDS: readonly string[] = [
  ...[uuid(), draw(HEX, 32), draw(HEX, 40), draw(HEX, 64), `sha256:${draw(HEX, 64)}`, `SHA256:${draw(ALNUM, 43)}`],
  ...[`run-${draw(HEX, 32)}`, `req_${draw(ALNUM, 24)}`, `msg_01${draw(ALNUM, 22)}`, `chatcmpl-${draw(ALNUM, 29)}`],
  ...[
    `ray-worker-gpu-${draw(LOWER, 5)}`,
    `sim-7d9c6b8f5-x2x4z`,
    `vol-0${draw(HEX, 16)}`,
    `GPU-${uuid()}`,
    `job-${uuid()}`,
  ],
  ...[`registry.example.com/sim:prod-${draw(HEX, 40)}`, `Linux-node-${draw(HEX, 64)}`, `app.${draw(HEX, 20)}.js`],
  ...[
    'Wan-AI/Wan2.2-I2V-A14B-Diffusers',
    'facebook/vjepa2-vitg-fpc64-384',
    'claude-sonnet-4-5-20250929',
    'Qwen2VLForConditionalGeneration',
  ],
  ...[
    'dreamer_v3_walker_walk_seed3_1000000.pt',
    'torch-2.7.1+cu128-cp312-cp312-manylinux_2_28_x86_64.whl',
    '20261121T074233417Z-k3q7xz',
  ],
  ...[
    '_ZNSt6vectorIiSaIiEE9push_backEOi17h0a1b2c3d',
    'getCopyOfBytesHeldByBufferSource',
    'BZ2_bzBuffToBuffCompress',
    'coercibleKeyAsNumber',
  ],
  ...[
    `sha512-${Buffer.from(draw(HEX, 64)).toString('base64')}`,
    `"etag": "W/\\"2d-${draw(ALNUM, 27)}\\""`,
    `"request_id": "x_${draw(ALNUM, 24)}"`,
  ],
]

it('tokens of invented vendors go from sentences, without a rule for any vendor', () => {
  const finders = ALL_LAYERS.finders.filter((find) => find !== findTokens)
  const missed: string[] = []
  let tried = 0
  for (const make of INVENTED) {
    for (const sentence of SENTENCES) {
      for (let sample = 0; sample < 15; sample++) {
        const token = make()
        // Alone in quotes or on a line a length that base64 has is taken for bytes.
        if (/^[A-Za-z0-9]{44}$/.test(token) && sentence !== SENTENCES[0]) continue
        tried++
        if (new Redactor({}, {...ALL_LAYERS, finders}).text(sentence(token)).includes(token.slice(-16)))
          missed.push(sentence(token))
      }
    }
  }
  assert.ok(missed.length / tried <= 0.05, `${missed.length} of ${tried}: ${missed.slice(0, 6).join('\n')}`)
})

it('ids, digests, names of models, pods and files stay, bare and in a sentence', () => {
  for (const id of IDS) {
    assert.is(new Redactor().text(id), id)
    assert.is(new Redactor().text(`started ${id} again`), `started ${id} again`)
  }
})

it('the whole token goes, with its parts behind dots and its padding', () => {
  const token = `zor_${draw(ALNUM, 30)}.${draw(ALNUM, 20)}`
  assert.is(new Redactor().text(`a ${token}== b`), 'a [redacted:prefixed-token#1] b')
})

it.run()
