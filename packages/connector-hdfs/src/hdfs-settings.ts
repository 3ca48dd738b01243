import { flagSetting, numberSetting, type Settings, textSetting } from '@millwright/connector/config-values'
import type { FieldMessages } from '@millwright/contract/problem'

export interface HdfsSettings {
  /** URL of the NameNode or gateway, with the path of WebHDFS and a trailing slash. */
  readonly root: URL
  readonly username: string | null
  /** `null` if the cluster requires none. */
  readonly password: string | null
  /** A delegation token, which identifies its user. */
  readonly token: string | null
  /** Path segments of the folder with the files, from the root of the cluster. */
  readonly container: readonly string[]
  /** The name of the cluster in error messages. */
  readonly where: string
}

/** Parses the settings of a `hadoop_hdfs` service (docs/wire/files.md). */
export function hdfsSettings(config: Settings): HdfsSettings {
  const host = textSetting(config, 'host') ?? '127.0.0.1'
  const port = numberSetting(config, 'port') ?? 9870
  const protocol = flagSetting(config, 'ssl', false) ? 'https' : 'http'
  const path = namesIn(textSetting(config, 'base_path') ?? 'webhdfs/v1').map(encodeURIComponent)
  return {
    root: new URL(`${protocol}://${host}:${port}/${path.map((name) => `${name}/`).join('')}`),
    username: textSetting(config, 'username'),
    password: textSetting(config, 'password'),
    token: textSetting(config, 'token'),
    container: namesIn(textSetting(config, 'container') ?? ''),
    where: `Hadoop cluster ${host}:${port}`,
  }
}

const namesIn = (path: string) => path.split('/').filter((name) => name !== '' && name !== '.')

/** Validation messages for settings that can never work. */
export function hdfsProblem({ container, base_path: base }: Settings): FieldMessages | null {
  for (const [name, value] of Object.entries({ container, base_path: base })) {
    if (typeof value === 'string' && value.split('/').includes('..'))
      return { [name]: [`${name} cannot lead upwards.`] }
  }
  return null
}
