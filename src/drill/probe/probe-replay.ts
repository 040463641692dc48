import {join} from 'node:path'
import {digestOf} from '#digest/canonical-json'
import {loadAlertRules} from '#host/alert/load-alert-rules'
import {readSeries} from '#host/alert/recorded-series'
import {type Replay, replaySeries, ruleTest} from '#host/alert/replay-series'
import {makeFolders} from '#path/make-folders'
import {writeAtomic} from '#path/write-atomic'
import {nodeNames} from '../model/names-of-nodes.ts'
import type {DrillPorts} from '../site/drill-ports.ts'
import {commandEnd} from '../site/run-command.ts'
import type {ProbeWay} from './probe-context.ts'

const NODES = 4
const EVERY_S = 60
const FOLDER = 'promtool'

/**
 * The alert rules of this version over recorded series of four validators: which of them fire at some time. Where there is promtool and it is wanted, Prometheus is
 * asked the same.
 */
export const probeReplay: ProbeWay = async ({paths, prometheus}, {site, ports, signal}) => {
  const {files, redactor, programs} = ports
  const texts = (Array.isArray(paths) ? paths : []).map((path) =>
    new TextDecoder().decode(files.reader.read(join(site.home, String(path)))),
  )
  const key = digestOf({texts, prometheus: prometheus === true})
  const known = site.replays.get(key)
  if (known !== undefined) return known
  const replay = {
    rules: await loadAlertRules(programs.alerts, {reader: files.reader, redactor}),
    nodes: nodeNames(NODES).map((name) => ({name, isValidator: true})),
    series: texts.flatMap(readSeries),
    everyS: EVERY_S,
  }
  const fired = replaySeries(replay)
  const rules = new Set(fired.map((one) => one.split(' ', 1)[0]))
  const seen = {
    firing: fired.join(', '),
    count: fired.length,
    rules: rules.size,
    prometheus: prometheus === true ? await prometheusSays(replay, fired, {site, ports, signal}) : 'not asked',
  }
  site.replays.set(key, seen)
  return seen
}

/** `same`, `other`, or `none` where there is no promtool. */
async function prometheusSays(
  replay: Replay,
  fired: readonly string[],
  {site, ports, signal}: Parameters<ProbeWay>[1],
): Promise<string> {
  const ask = (...words: string[]) => commandEnd(['promtool', ...words], site, ports, signal)
  if ((await ask('--version')).exit !== 0) return 'none'
  const {rules, test} = ruleTest(replay, fired)
  await makeFolders(join(site.home, FOLDER), ports.files.directories)
  const put = (name: string, text: ReturnType<DrillPorts['redactor']['text']>) =>
    writeAtomic(join(site.home, FOLDER, name), text, ports)
  await put('hostnode.rules.yml', ports.redactor.text(rules))
  await put('test.yml', ports.redactor.text(JSON.stringify(test)))
  return (await ask('test', 'rules', `${FOLDER}/test.yml`)).exit === 0 ? 'same' : 'other'
}
