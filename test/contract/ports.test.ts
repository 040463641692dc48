import {globSync, readFileSync} from 'node:fs'
import * as assert from 'uvu/assert'
import {spec} from '../support/spec.ts'

const it = spec('ports')
/** The sets of ports that there are. A function asks for the part of one that it uses; what it works with beside ports is its context. */
const KNOWN = [
  'ArtifactFolderPorts',
  'BasicPorts',
  'DataPorts',
  'DocumentPorts',
  'DrillPorts',
  'EvidencePorts',
  'HttpPorts',
  'LibraryPorts',
  'MeasurementPorts',
  'NodePorts',
  'ReadPorts',
  'RunPorts',
  'SinkPorts',
]

function portSets(sources: readonly string[]): string[] {
  const declared = sources.flatMap((text) => [...text.matchAll(/^export (?:type|interface) (\w*Ports)\b/gm)])
  return declared.map(([, name = '']) => name).sort()
}

it('sets of ports are few: no file exports another one', () => {
  const sources = globSync('src/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  assert.equal(portSets(sources), KNOWN)
})

it('a further set is seen, as a type and as an interface; a list of exports and what a file keeps to itself are none', () => {
  assert.equal(portSets(['export interface MorePorts {', 'export type Ports = A & B']), ['MorePorts', 'Ports'])
  assert.equal(portSets(["export type {APorts} from './a.ts'", 'type Ports = A', 'interface MorePorts {']), [])
})

it.run()
