import { lookEverywhere } from '../harness/look-everywhere.ts'

lookEverywhere('a window of a phone’s width', { viewport: { width: 390, height: 844 } })
