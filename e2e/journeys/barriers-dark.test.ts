import { lookEverywhere } from '../harness/look-everywhere.ts'

lookEverywhere('dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } })
