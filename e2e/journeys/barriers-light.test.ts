import { lookEverywhere } from '../harness/look-everywhere.ts'

lookEverywhere('light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } })
