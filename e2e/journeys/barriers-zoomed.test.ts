import { lookEverywhere } from '../harness/look-everywhere.ts'

// The CSS pixels of a 1440 × 900 window at 200 %.
const viewport = { width: 720, height: 450 }
lookEverywhere('a window at 200 %', { viewport, deviceScaleFactor: 2 })
