import * as assert from 'uvu/assert'
import {DEEP} from '../support/depth.ts'
import {isGoodClip} from '../support/hostile/hostile-clips.ts'
import {attack, PROTOCOLS} from '../support/hostile/hostile-replies.ts'
import {isGoodAct, isGoodScore, isGoodVideo} from '../support/hostile/reply-oracles.ts'
import {spec} from '../support/spec.ts'

const it = spec('hostile replies')
const COUNT = DEEP ? 10_000 : 150

for (const protocol of PROTOCOLS) {
  it(`no hostile reply crashes, hangs or fools ${protocol}`, async () => {
    const {accepted, refused, wrong} = await attack(protocol, COUNT, 42)
    assert.equal(wrong.slice(0, 5), [])
    assert.ok(accepted > 0 && refused > accepted, `${accepted} accepted, ${refused} refused`)
  }, 300_000)
}

it('the judge itself refuses what is wrong', () => {
  const clip = {status: 200, bytes: Buffer.from('....ftypisom'), mediaType: 'video/mp4'}
  assert.ok(isGoodClip(clip))
  assert.not.ok(isGoodClip({...clip, mediaType: 'text/html'}) || isGoodClip({...clip, bytes: Buffer.from('<html>')}))
  assert.not.ok(
    isGoodAct('{"actions":[[1],[1,2]]}') || isGoodAct('{"actions":[]}') || isGoodAct('nonsense') || isGoodAct('null'),
  )
  assert.not.ok(isGoodVideo('{"b64_video":"AAAA"}') || isGoodVideo('{}'))
  assert.not.ok(isGoodScore('{"v":1,"ok":true,"result":{"scores":[1,null,2]}}') || isGoodScore('{}'))
})
it.run()
