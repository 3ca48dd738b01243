/** `npm run pack`: creates the npm package, in the given folder or in `release`. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packProgram } from './pack/pack-program.ts'
import { root } from './paths.mjs'

process.env.NODE_ENV = 'production'
const destination = resolve(process.argv[2] ?? join(root, 'release'))
mkdirSync(destination, { recursive: true })
console.log(await packProgram(destination))
