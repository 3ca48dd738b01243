/** `npm run sbom`: writes the program's bill of materials in CycloneDX to the given file, or into `release`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { programBill, programIdentity } from './pack/program-contents.ts'
import { root } from './paths.mjs'

const { name, version } = programIdentity()
const file = resolve(process.argv[2] ?? join(root, 'release', `${name}-${version}.cdx.json`))
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, programBill())
console.log(file)
