import {existsSync, globSync} from 'node:fs'
import {basename, join} from 'node:path'
import type {CampaignResult, Depth} from './result.ts'

const FOLDER = join(import.meta.dirname, '..', 'campaigns')

/** The reliability goals and the modules that measure them. */
const GOALS: Readonly<Record<string, readonly string[]>> = {
  R1: ['sigkill', 'sigkill-strace'],
  R2: ['crash-states'],
  R3: ['io-errors'],
  R4: ['disk-full'],
  R5: ['crowd'],
  R6: ['hostile-inputs'],
  R7: ['bit-flips'],
  R8: ['second-opinions'],
  R9: ['golden'],
  R10: ['forgeries'],
  R11: ['hostnode-crashes'],
  R12: ['drills'],
  R13: ['upgrades', 'driver-kills'],
  S1: ['canary'],
  S2: ['others-code'],
  S3: ['webhooks'],
}

export interface Campaign {
  readonly name: string
  /** Empty for a module that no goal names. */
  readonly goal: string
  readonly isThere: boolean
}

export type RunCampaign = (depth: Depth, seed: number) => Promise<CampaignResult>

/** Every module in the folder of campaigns, and every one that a goal names and that is not there. */
export function allCampaigns(): Campaign[] {
  const named = Object.entries(GOALS).flatMap(([goal, names]) => names.map((name) => ({name, goal})))
  const known = new Set(named.map(({name}) => name))
  const found = globSync('*.ts', {cwd: FOLDER}).map((file) => basename(file, '.ts'))
  const others = found.filter((name) => !known.has(name)).sort()
  return [...named, ...others.map((name) => ({name, goal: ''}))].map((one) => ({
    ...one,
    isThere: existsSync(join(FOLDER, `${one.name}.ts`)),
  }))
}

/** Those that the words name, by goal or by name; all without words. Throws for a word that names none. */
export function chooseCampaigns(words: readonly string[]): Campaign[] {
  const all = allCampaigns()
  const fits = ({name, goal}: Campaign, word: string) => name === word || goal === word.toUpperCase()
  const unknown = words.find((word) => !all.some((one) => fits(one, word)))
  if (unknown !== undefined) throw new Error(`there is no campaign ${unknown}; --list shows them`)
  return words.length === 0 ? all : all.filter((one) => words.some((word) => fits(one, word)))
}

export async function loadCampaign(name: string): Promise<RunCampaign> {
  const module: {run: RunCampaign} = await import(join(FOLDER, `${name}.ts`))
  return module.run
}
