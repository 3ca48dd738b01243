import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const licenceFile = /^(licen[cs]e|copying|notice|copyright)([.-].*)?$/i

/** Copyright and licence notices of packages, as their licences require. `paths` relative to `root`. */
export function notices(root: string, paths: readonly string[]): string {
  const head = 'Millwright contains the packages below, each under its own licence.\n'
  return [head, ...paths.filter((path) => existsSync(join(root, path))).map((path) => notice(join(root, path)))].join(
    `\n${'-'.repeat(80)}\n\n`,
  )
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((file) => licenceFile.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version} (${typeof license === 'string' ? license : 'see below'})`, ...texts].join('\n\n')
}
