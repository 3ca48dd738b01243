import { lookEverywhere } from '../harness/look-everywhere.ts'

lookEverywhere('a wide window in dark', { viewport: { width: 1440, height: 900 } }, ['dark'])
