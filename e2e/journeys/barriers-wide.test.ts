import { lookEverywhere } from '../harness/look-everywhere.ts'

lookEverywhere('a wide window', { viewport: { width: 1440, height: 657 } }, ['light'])
