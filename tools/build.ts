/** `npm run build`: rebuilds the program and console if they are stale. */
import { buildStale } from './build/build-stale.ts'

// React selects its build by this; a test runner that starts the build has set it to `test`.
process.env.NODE_ENV = 'production'
const built = await buildStale()
console.error(
  built.length === 0 ? 'Everything is up to date.' : `Built ${built.map(({ folder }) => folder).join(', ')}`,
)
