import { lookEverywhere } from '../harness/look-everywhere.ts'

lookEverywhere('a window of a phone’s width', { colorScheme: 'light', viewport: { width: 390, height: 844 } })
