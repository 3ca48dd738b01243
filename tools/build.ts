/** `npm run build`: brings the built program and console up to date. */
import { buildStale } from './build/build-stale.ts'

const built = await buildStale()
console.error(
  built.length === 0 ? 'Everything is up to date.' : `Built ${built.map(({ folder }) => folder).join(', ')}`,
)
