/**
 * `npm run lock`, after a dependency changed: adds platforms that the current registry lacks to package-lock.json, so that `npm
 * ci` works everywhere.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeLock, missingOptional } from './lock/complete-lock.ts'
import { root } from './paths.mjs'

const path = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
const missing = missingOptional(lock)
if (missing.length > 0) writeFileSync(path, `${JSON.stringify(completeLock(lock), null, 2)}\n`)
console.error(missing.length === 0 ? 'The lock is complete.' : `Added ${missing.length} packages of other platforms.`)
