// Plants secrets through every entry and searches all that Assay wrote or printed.
// Usage: canary.ts [--seed N] [part of an entry's name...], or canary.ts --unknown [--seed N] for secrets nobody registered.
import {alarmsIn, benignFiles} from '../../test/support/benign-files.ts'
import {tryEntry} from '../../test/support/canary/campaign.ts'
import {ENTRIES, type Entry} from '../../test/support/canary/entries.ts'
import {canaryValues} from '../../test/support/canary/values.ts'
import {tellRecall} from '../../test/support/unknown-secrets/tell-recall.ts'
import {readWords} from './read-words.ts'

const MOST_ALARMS = 0.01
const {values: flags, positionals} = readWords({
  allowPositionals: true,
  options: {seed: {type: 'string'}, unknown: {type: 'boolean', default: false}},
})
const seed = Number(flags.seed ?? Date.now() % 1_000_000)
const isGood = flags.unknown ? measureUnknown() : await plantAll()
process.exitCode = isGood ? 0 : 1

async function plantAll(): Promise<boolean> {
  const secrets = canaryValues(seed)
  const sum = {checks: 0, leaks: 0, unseen: 0}
  const isWanted = ({name}: Entry) => positionals.length === 0 || positionals.some((part) => name.includes(part))
  for (const entry of ENTRIES.filter(isWanted)) {
    const end = await tryEntry(entry, secrets)
    sum.checks += end.checks
    sum.leaks += end.leaks.length
    sum.unseen += end.unseen.length
    const shown = `${end.shown} of them shown without the redactor`
    console.log(`${entry.name}: ${end.outputs} outputs, ${end.checks} checks (${shown}), ${end.leaks.length} leaks`)
    for (const {output, value, encoding} of end.leaks.slice(0, 12))
      console.log(`  LEAK of value ${value} as ${encoding} in ${output}`)
    if (end.unseen.length > 0) console.log(`  BLIND for ${end.unseen.length}: ${end.unseen.slice(0, 8).join(', ')}`)
  }
  console.log(`${sum.checks} checks, ${sum.leaks} leaks, seed ${seed}`)
  return sum.leaks === 0 && sum.unseen === 0 && sum.checks > 0
}

function measureUnknown(): boolean {
  const isFound = tellRecall(seed)
  const alarms = alarmsIn(benignFiles(seed))
  const percent = (alarms.rate * 100).toFixed(2)
  console.log(`benign: ${alarms.flagged.length} of ${alarms.files} files flagged as secret (${percent} %)`)
  for (const name of alarms.flagged) console.log(`  ${name}`)
  console.log(`  and ${alarms.withPaths.length} that spell a local path:`)
  for (const name of alarms.withPaths) console.log(`  ${name}`)
  console.log(`seed ${seed}`)
  return isFound && alarms.rate <= MOST_ALARMS
}
