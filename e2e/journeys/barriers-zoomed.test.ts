import { lookEverywhere } from '../harness/look-everywhere.ts'

// 1440 × 900 at 200 %, as the page sees it.
const viewport = { width: 720, height: 450 }
lookEverywhere('a window at 200 %', { colorScheme: 'light', viewport, deviceScaleFactor: 2 })
