import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { flagSetting, numberSetting, type Settings, textSetting } from '../../../platform/config-values.ts'

export interface MqttSettings {
  readonly host: string
  readonly port: number
  readonly clientId: string
  readonly username: string | null
  readonly password: string | null
  readonly isSecure: boolean
  /** A file or a folder of files with trusted certificates. */
  readonly trusted: string
  /** The name of the broker in error messages. */
  readonly where: string
}

export function mqttSettings(config: Settings): MqttSettings {
  const host = textSetting(config, 'host') ?? '127.0.0.1'
  const port = numberSetting(config, 'port') ?? 1883
  return {
    host,
    port,
    clientId: textSetting(config, 'client_id') ?? 'millwright',
    username: textSetting(config, 'username'),
    password: textSetting(config, 'password'),
    isSecure: flagSetting(config, 'use_tls', false),
    trusted: textSetting(config, 'capath') ?? usualFolder,
    where: `MQTT broker on ${host}:${port}`,
  }
}

const usualFolder = '/etc/ssl/certs'
const maxFiles = 1_000

/** The trusted certificates, or undefined for those that Node.js trusts. */
export async function trustedCertificates(place: string): Promise<string[] | undefined> {
  if (place === usualFolder) return undefined
  const found = await stat(place)
  if (!found.isDirectory()) return [await readFile(place, 'utf8')]
  const names = (await readdir(place)).filter((name) => /\.(?:pem|crt|cer|0)$/.test(name)).slice(0, maxFiles)
  return Promise.all(names.map((name) => readFile(join(place, name), 'utf8')))
}
