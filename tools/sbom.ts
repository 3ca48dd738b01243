/** `npm run sbom`: writes what the program is built of, in CycloneDX, to the file that is named, else into `release`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { programBill, programIdentity } from './pack/program-contents.ts'
import { root } from './paths.mjs'

const { name, version } = programIdentity()
const file = resolve(process.argv[2] ?? join(root, 'release', `${name}-${version}.cdx.json`))
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, programBill())
console.log(file)
