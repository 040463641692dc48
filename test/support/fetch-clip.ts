import {nodeFiles} from '#path/node-files'
import {ArtifactFolder} from '#path/write-artifact'
import {Assay} from '#provider/assay'
import {systemEntropy} from '#random/system-entropy'
import {Redactor} from '#redact/redactor'

/** A program: fetches one clip from the Runway model server of the environment into the folder given, and prints how far its memory grew. */
const [folder = ''] = process.argv.slice(2)
const redactor = new Redactor()
const artifacts = new ArtifactFolder({folder}, {files: nodeFiles, entropy: systemEntropy, redactor})
const assay = new Assay({env: process.env, artifacts, redactor, waitOut: async () => undefined})
// Once for the code, so that only the clip itself is counted.
await assay.health('runway')
globalThis.gc?.()
const before = process.memoryUsage().rss
let most = before
const timer = setInterval(() => {
  most = Math.max(most, process.memoryUsage().rss)
}, 5)
const {media, bytes} = await assay.generate({prompt: 'a long clip', duration_seconds: 5}, 'runway')
clearInterval(timer)
most = Math.max(most, process.memoryUsage().rss)
console.log(JSON.stringify({grown: most - before, media, held: bytes.length}))
await assay.close()
