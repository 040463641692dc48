#!/usr/bin/env node
// The hosting node.
import {begin} from './begin.js'

await begin(async () => {
  const {launchHostnode} = await import('./launch-hostnode.js')
  await launchHostnode({file: import.meta.filename})
})
