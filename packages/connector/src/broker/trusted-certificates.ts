import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import { type Settings, textSetting } from '../config-values.ts'

const usualFolder = '/etc/ssl/certs'
const maxFiles = 1_000

/** The setting `capath`: a file or a folder of files with trusted certificates. */
export const trustedPlace = (config: Settings): string => textSetting(config, 'capath') ?? usualFolder

/**
 * The trusted certificates, or undefined for those that Node.js trusts. Throws a 503.
 * @param where the name of the broker in error messages
 */
export async function trustedCertificates(place: string, where: string): Promise<string[] | undefined> {
  if (place === usualFolder) return undefined
  try {
    return await certificatesIn(place)
  } catch (error) {
    throw new Problem(503, `The CA certificates for the ${where} cannot be read.`, { cause: error })
  }
}

async function certificatesIn(place: string): Promise<string[]> {
  const found = await stat(place)
  if (!found.isDirectory()) return [await readFile(place, 'utf8')]
  const names = (await readdir(place)).filter((name) => /\.(?:pem|crt|cer|0)$/.test(name)).slice(0, maxFiles)
  return Promise.all(names.map((name) => readFile(join(place, name), 'utf8')))
}
