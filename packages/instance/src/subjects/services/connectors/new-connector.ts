import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const shapes = ['database', 'documents', 'files', 'cache', 'messages', 'api'] as const
type Shape = (typeof shapes)[number]

/**
 * Creates the folder of a new, working connector as a template (docs/connectors.md). `shape` and `folder` are user input; throws an error
 * with one sentence.
 * @returns its service type
 */
export function makeConnector(shape: string, folder: string): string {
  if (!isShape(shape)) throw new Error(`The shape of a connector is one of ${shapes.join(', ')}, not "${shape}".`)
  const place = resolve(folder)
  if (existsSync(place)) throw new Error(`There is something at ${place} already.`)
  const type = basename(place)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)
  if (type === '') throw new Error('The name of the folder needs letters, as the type of services is named after it.')
  mkdirSync(place, { recursive: true })
  for (const file of ['index.js', 'runner.js']) {
    writeFileSync(join(place, file), textOf(shape, file).replaceAll(`'my_${shape}'`, `'${type}'`))
  }
  const manifest = { name: type.replaceAll('_', '-'), version: '0.1.0', type: 'module', exports: './index.js' }
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return type
}

const isShape = (shape: string): shape is Shape => shapes.some((each) => each === shape)

/** The build copies these files next to the program (tools/build/build-program.ts). */
const textOf = (shape: Shape, file: string) =>
  readFileSync(new URL(`./templates/${shape}/${file}`, import.meta.url), 'utf8')
