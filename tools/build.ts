/** `npm run build`: brings the built program and console up to date. */
import { buildStale } from './build/build-stale.ts'

// React chooses its code by this; a test runner that starts the build has set it to its own purpose.
process.env.NODE_ENV = 'production'
const built = await buildStale()
console.error(
  built.length === 0 ? 'Everything is up to date.' : `Built ${built.map(({ folder }) => folder).join(', ')}`,
)
