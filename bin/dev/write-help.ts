// Lays out every help text of a build, so that asking for one loads nothing that lays out. Usage: node bin/dev/write-help.ts FOLDER, with OCLIF_COLUMNS.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, resolve} from 'node:path'
import {Config} from '@oclif/core/config'
import {helpText} from '#cli/help'
import {READY_VERSIONS, readyHelpFile} from '#cli/ready-help'

const root = resolve(process.argv[2] ?? 'dist')
const {version} = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
const options = {root, userPlugins: false, devPlugins: false, version}
const config = await Config.load(options)
const subjects = ['', ...config.commandIDs, ...config.topics.map(({name}) => name)]
for (const subject of new Set(subjects)) {
  const words = subject.split(':').filter(Boolean)
  const file = readyHelpFile(root, words)
  mkdirSync(dirname(file), {recursive: true})
  const text = await helpText([...words, '--help'], options)
  writeFileSync(file, text.replace(config.userAgent.slice(config.name.length + 1), READY_VERSIONS))
}
