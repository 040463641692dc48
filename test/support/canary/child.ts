// A careless child: child.ts <mode>. Says every CANARY_TOKEN_n of its environment in every encoding; `output` breaks each line in two
// chunks, `names` makes files whose names hold them, `files` writes them into files of several kinds.
import {mkdirSync, writeFileSync} from 'node:fs'
import {setTimeout as wait} from 'node:timers/promises'
import {ENCODING_NAMES, plantOf} from './encodings.ts'

const [mode = ''] = process.argv.slice(2)
const values = Object.entries(process.env).flatMap(([name, value = '']) =>
  name.startsWith('CANARY_TOKEN_') ? [value] : [],
)
const plants = values.flatMap((value) => ENCODING_NAMES.map((encoding) => plantOf(value, encoding)))
const MOST_NAME_BYTES = 240

mkdirSync('out', {recursive: true})
writeFileSync('out/done.txt', 'done\n')
if (mode === 'env') {
  for (const plant of plants) console.log(`the environment says ${plant} here`)
} else if (mode === 'output') {
  for (const [at, plant] of plants.entries()) {
    const stream = at % 2 === 0 ? process.stdout : process.stderr
    const bytes = Buffer.from(`${at}: ${plant}\n`)
    const cut = 1 + ((at * 7) % (bytes.length - 1))
    stream.write(bytes.subarray(0, cut))
    if (at % 10 === 0) await wait(1)
    stream.write(bytes.subarray(cut))
  }
} else if (mode === 'names') {
  for (const part of plants.flatMap((plant) => plant.split(' , '))) {
    const name = part.replaceAll('/', '_').replaceAll('\0', '')
    if (Buffer.byteLength(name) <= MOST_NAME_BYTES) writeFileSync(`out/${name}.txt`, 'x\n')
  }
} else if (mode === 'files') {
  writeFileSync(
    'out/all.json',
    JSON.stringify({said: plants, keyed: Object.fromEntries(plants.map((plant) => [plant, 1]))}),
  )
  writeFileSync('out/all.ndjson', plants.map((plant) => `${JSON.stringify({said: plant})}\n`).join(''))
  writeFileSync('out/all.md', plants.map((plant) => `- ${plant}\n`).join(''))
  writeFileSync('out/all.csv', plants.map((plant) => `"${plant.replaceAll('"', '""')}",1\n`).join(''))
  writeFileSync('out/all.bin', Buffer.from(`\0${values.join('\0')}`, 'utf16le'))
}
