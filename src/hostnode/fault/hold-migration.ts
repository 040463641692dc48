import {sleep, type Time} from '#random/timers'
import {numberArg} from '../model/fault-forms.ts'
import type {FaultTable} from './fault-table.ts'

/** Called before each step of a migration, counted from 1: delays the step or makes it fail. A delay ends with its fault. */
export async function holdMigration(step: number, faults: FaultTable, time: Time): Promise<void> {
  const slow = faults.all('slow_migration').find((one) => numberArg(one, 'step') === step)
  if (slow !== undefined) await Promise.race([sleep(time, numberArg(slow, 'ms')), slow.over])
  if (faults.all('failed_migration').some((one) => numberArg(one, 'step') === step))
    throw new Error(`step ${step} of the migration failed`)
}
