import * as assert from 'uvu/assert'
import {COMPAT_SHAPES} from '#hostnode/model/compat-names'
import {closedPort} from '../support/closed-port.ts'
import {rotated} from '../support/depth.ts'
import {askOwnNode} from '../support/own-node/check-own-node.ts'
import {compatBlame, compatTarget} from '../support/own-node/compat-rows.ts'
import {startOwnNode} from '../support/own-node/start-own-node.ts'
import {spec} from '../support/spec.ts'
import {tempDir} from '../support/temp-dir.ts'

const it = spec('node check of other shapes')
/** Those that read what a shape changes; all others are asked of `legacy`. */
const TOUCHED = ['ver.skew', 'met.scrape', 'page.walk', 'token.lifecycle', 'ssh.key.lifecycle', 'rate.headers'].flatMap(
  (id) => ['--only', id],
)

it('no shape of other services is taken for a fault, and what it keeps to itself is not taken for well', async () => {
  const troubles = await Promise.all(
    [...rotated(COMPAT_SHAPES, 3), 'legacy'].map(async (compat) => {
      using dir = tempDir()
      const port = await closedPort()
      await using node = await startOwnNode(['--allow-hook-target', `127.0.0.1:${port}`, '--compat', compat])
      const argv = ['check', ...(compat === 'legacy' ? ['--mode', 'standard'] : TOUCHED)]
      const {checks} = await askOwnNode(node, argv, {folder: dir.path, port, over: compatTarget(compat)})
      return compatBlame(compat, checks)
    }),
  )
  assert.equal(troubles.flat(), [])
})
it.run()
