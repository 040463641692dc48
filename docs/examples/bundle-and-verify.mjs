// Signs the evidence of a run, checks it as a stranger would, and shows that one changed byte is found.
import {appendFileSync, mkdirSync} from 'node:fs'
import {bundleRun, evaluate, generateKeys, verifyBundle} from '@assay-trials/assay'

const workspace = new URL('out/', import.meta.url)
const keys = new URL('keys/', import.meta.url)
mkdirSync(keys)
await generateKeys({folder: keys})
const {run_id: run} = await evaluate({workspace, suites: ['contract'], providers: ['mock']})
const {path, safe_to_attach} = await bundleRun({workspace, run, sign: new URL('key.pem', keys)})
console.log(path === `issue-bundles/${run}`, safe_to_attach)

const bundle = new URL(`${path}/`, workspace)
const demand = {bundle, key: new URL('key.pub.pem', keys), requireSignature: true}
const {exit, checks} = await verifyBundle(demand)
console.log(exit.name, checks.every(({ok}) => ok))

appendFileSync(new URL('data/run_manifest.json', bundle), ' ')
const forged = await verifyBundle(demand)
console.log(forged.exit.name, forged.first_bad_path)

// true true
// ok true
// failed data/run_manifest.json
