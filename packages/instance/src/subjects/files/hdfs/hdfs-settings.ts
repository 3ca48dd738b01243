import type { FieldMessages } from '@millwright/contract/problem'
import { flagSetting, numberSetting, type Settings, textSetting } from '../../../platform/config-values.ts'

export interface HdfsSettings {
  /** Of the NameNode or gateway, with the path of WebHDFS and a slash at the end. */
  readonly root: URL
  readonly username: string | null
  /** Null: nobody asks for one. */
  readonly password: string | null
  /** A delegation token, which says whose it is. */
  readonly token: string | null
  /** Names of the folder that holds the files, from the root of the cluster. */
  readonly container: readonly string[]
  /** As refusals name it. */
  readonly where: string
}

/** The settings of a service of the type `hadoop_hdfs` (docs/wire/files.md). */
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

/** Complaints about settings that could never work. */
export function hdfsProblem({ container, base_path: base }: Settings): FieldMessages | null {
  for (const [name, value] of Object.entries({ container, base_path: base })) {
    if (typeof value === 'string' && value.split('/').includes('..'))
      return { [name]: [`${name} cannot lead upwards.`] }
  }
  return null
}
