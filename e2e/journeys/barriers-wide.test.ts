import { lookEverywhere } from '../harness/look-everywhere.ts'

lookEverywhere('a wide window', { colorScheme: 'light', viewport: { width: 1440, height: 900 } })
