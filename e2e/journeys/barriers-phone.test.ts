import { lookEverywhere } from '../harness/look-everywhere.ts'

lookEverywhere('the width of a phone', { colorScheme: 'light', viewport: { width: 390, height: 844 } })
