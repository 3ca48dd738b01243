import { randomUUID } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Against } from '../../../../testing/against.ts'
import { hasApache, openApache } from '../../../../testing/counterparts/apache.ts'
import { hasAzurite, openAzurite } from '../../../../testing/counterparts/azurite.ts'
import { type FtpProgram, proftpd, type TlsSettings, vsftpd } from '../../../../testing/counterparts/ftp-servers.ts'
import { hasOpenSsh, openOpenSsh } from '../../../../testing/counterparts/openssh.ts'
import { useTemplate } from '../../../../testing/template-connector.ts'
import { testCertificate } from '../../../../testing/test-certificate.ts'
import type { TestInstance } from '../../../../testing/test-instance.ts'
import { mongodbServer, mongodbStandIn, type SuiteDocuments } from '../../documents/suite/suite-databases.ts'
import { hdfsUser, openHdfsStandIn } from './hdfs-stand-in.ts'
import { openS3StandIn } from './s3-stand-in.ts'
import { hasSftpServer, openSftpServer } from './sftp-server.ts'
import { standInKeys } from './stand-in-signature.ts'
import { openSwiftStandIn, swiftUser } from './swift-stand-in.ts'
import { openWebdavServer, type WebdavWay } from './webdav-server.ts'

/** A storage type in the shared suite. */
export interface SuiteStorage {
  readonly name: string
  /** The service type. */
  readonly type: string
  readonly against: Against
  /** Whether its server is available on this machine. */
  readonly answers: boolean
  /** Names that its server does not support. If absent, it supports any. */
  readonly unable?: RegExp
  /** Creates an empty storage for one test. */
  open(instance: Pick<TestInstance, 'exchangeKinds'>): Promise<OpenStorage>
}

export interface OpenStorage {
  /** The configuration of a service for it. */
  readonly config: Readonly<Record<string, unknown>>
  /** The port of its server, or `null` if it has none. */
  readonly port: number | null
  /** The same configuration with the server at another port. */
  at(port: number): Readonly<Record<string, unknown>>
  /** The local folder of the files, or `null` if there is none. */
  readonly folder: string | null
  /** Deletes the storage. */
  drop(): Promise<void>
}

const local: SuiteStorage = {
  name: 'a local folder',
  type: 'local_file',
  against: { kind: 'real', name: 'a folder' },
  answers: true,
  async open() {
    const config = { container: 'suite' }
    return { config, port: null, at: () => config, folder: null, drop: async () => undefined }
  },
}

const s3 = (name: string, lesser: boolean): SuiteStorage => ({
  name,
  type: 'aws_s3',
  against: { kind: 'stand-in', name: 'S3' },
  answers: true,
  async open() {
    const store = await openS3StandIn()
    store.lesser = lesser
    const config = { ...standInKeys, container: store.bucket }
    const at = (port: number) => ({ ...config, endpoint: `http://127.0.0.1:${port}` })
    return { config: at(store.port), port: store.port, at, folder: null, drop: store.close }
  },
})

const sftp: SuiteStorage = {
  name: 'SFTP',
  type: 'sftp_file',
  against: { kind: 'stand-in', name: 'ssh2' },
  answers: hasSftpServer,
  async open() {
    const folder = await emptyFolder()
    const { port, password, fingerprint, close } = await openSftpServer(folder)
    const config = {
      host: '127.0.0.1',
      username: 'tester',
      password,
      host_fingerprint: fingerprint,
      container: 'deep/in',
    }
    return {
      config: { ...config, port },
      port,
      at: (other) => ({ ...config, port: other }),
      folder: join(folder, 'deep/in'),
      drop: async () => {
        await close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  },
}

const openssh: SuiteStorage = {
  name: 'SFTP by OpenSSH',
  type: 'sftp_file',
  against: { kind: 'real', name: 'OpenSSH' },
  answers: hasOpenSsh,
  async open() {
    const { home, credentials, fingerprints, serve, close } = await openOpenSsh()
    const port = await serve()
    const config = { host: '127.0.0.1', ...credentials, host_fingerprint: fingerprints.rsa, container: 'deep/in' }
    return {
      config: { ...config, port },
      port,
      at: (other) => ({ ...config, port: other }),
      folder: join(home, 'deep/in'),
      drop: close,
    }
  },
}

const ftp = ({ name, answers, open }: FtpProgram): SuiteStorage => ({
  name: `FTP by ${name}`,
  type: 'ftp_file',
  against: { kind: 'real', name },
  answers,
  open: () => ftpStorage(open, null),
})

const ftps = ({ name, answers, open }: FtpProgram, version: TlsSettings['version']): SuiteStorage => ({
  name: `FTPS by ${name} over TLS ${version}`,
  type: 'ftp_file',
  against: { kind: 'real', name },
  answers,
  async open() {
    // Certificate authorities with the same name would be confused with each other.
    const certificate = await testCertificate(`${randomUUID()}.test`)
    setDefaultCACertificates([...getCACertificates('default'), certificate.certificate])
    const { config, drop, at, ...storage } = await ftpStorage(open, { certificate, version, implicitAt: null })
    const encrypted = { ...config, ssl: true }
    return {
      ...storage,
      config: encrypted,
      at: (port) => ({ ...at(port), ssl: true }),
      drop: async () => {
        setDefaultCACertificates(getCACertificates('default').filter((each) => each !== certificate.certificate))
        await drop()
      },
    }
  },
})

async function ftpStorage(open: FtpProgram['open'], tls: TlsSettings | null): Promise<OpenStorage> {
  const folder = await emptyFolder()
  const { port, credentials, root, close } = await open(folder, tls)
  const config = { host: '127.0.0.1', ...credentials, container: root === '' ? 'in' : `${root}/in` }
  return {
    config: { ...config, port },
    port,
    at: (other) => ({ ...config, port: other }),
    folder: join(folder, 'files/in'),
    drop: async () => {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const webdav = (name: string, serve: typeof openWebdavServer, way: WebdavWay, answers = true): SuiteStorage => ({
  name,
  type: 'webdav_file',
  against: { kind: 'real', name: serve === openApache ? 'Apache' : 'webdav-server' },
  answers,
  async open() {
    const { port, credentials, close } = await serve(way)
    const config = { ...credentials, container: 'deep/in' }
    const at = (other: number) => ({ ...config, base_uri: `http://127.0.0.1:${other}/files` })
    return { config: at(port), port, at, folder: null, drop: close }
  },
})

const azure: SuiteStorage = {
  name: 'Azure by Azurite',
  type: 'azure_blob',
  against: { kind: 'real', name: 'Azurite' },
  answers: hasAzurite,
  async open() {
    const { port, account, close } = await openAzurite()
    const config = { ...account, container: 'suite-files' }
    const at = (other: number) => ({ ...config, endpoint: `http://127.0.0.1:${other}/${account.account_name}` })
    return { config: at(port), port, at, folder: null, drop: close }
  },
}

const swift = (
  name: string,
  type: string,
  path: string,
  { api_key, password, ...user }: typeof swiftUser,
): SuiteStorage => ({
  name,
  type,
  against: { kind: 'stand-in', name: 'Keystone and Swift' },
  answers: true,
  async open() {
    const { port, close } = await openSwiftStandIn()
    const secret = type === 'rackspace_cloud_files' ? { api_key } : { password }
    const config = { ...user, ...secret, container: 'suite' }
    const at = (other: number) => ({ ...config, url: `http://127.0.0.1:${other}/${path}` })
    return { config: at(port), port, at, folder: null, drop: close }
  },
})

const gridfs = (name: string, { answers, against, open }: SuiteDocuments): SuiteStorage => ({
  name,
  type: 'gridfs',
  against,
  answers,
  async open(instance) {
    const { config, drop } = await open(instance)
    const port = Number(config.port)
    return { config, port, at: (other) => ({ ...config, port: other }), folder: null, drop }
  },
})

const hdfs = (name: string, knowsOptions: boolean): SuiteStorage => ({
  name,
  type: 'hadoop_hdfs',
  against: { kind: 'stand-in', name: 'WebHDFS' },
  answers: true,
  async open() {
    const { port, close } = await openHdfsStandIn(knowsOptions)
    const config = { host: '127.0.0.1', username: hdfsUser, container: '/user/tester/files' }
    const at = (other: number) => ({ ...config, port: other })
    return { config: at(port), port, at, folder: null, drop: close }
  },
})

/** Template to copy for a new connector. */
const template: SuiteStorage = {
  name: 'a connector made from the template',
  type: 'suite_files',
  against: { kind: 'stand-in', name: 'memory' },
  answers: true,
  async open(instance) {
    const { close } = await useTemplate(instance, 'files', 'suite-files')
    const config = { container: 'suite' }
    return { config, port: null, at: () => config, folder: null, drop: close }
  },
}

const emptyFolder = async () => realpath(await mkdtemp(join(tmpdir(), 'millwright-storage-')))

/** One for each way of storing: folders, objects, and a connector of another maker. */
export const fewStorages: readonly SuiteStorage[] = [local, template, s3('S3', false)]

export const suiteStorages: readonly SuiteStorage[] = [
  ...fewStorages,
  s3('S3 of a lesser store', true),
  sftp,
  openssh,
  // The package decodes URLs twice.
  { ...webdav('WebDAV', openWebdavServer, 'basic'), unable: /%/ },
  webdav('WebDAV by Apache', openApache, 'basic', hasApache),
  webdav('WebDAV by Apache and Digest', openApache, 'digest', hasApache),
  azure,
  swift('OpenStack', 'openstack_object_storage', 'v3', swiftUser),
  swift('Rackspace', 'rackspace_cloud_files', 'v2.0', swiftUser),
  hdfs('HDFS', true),
  hdfs('HDFS by a gateway that knows no options of moves', false),
  gridfs('GridFS, by a stand-in', mongodbStandIn),
  gridfs('GridFS', mongodbServer),
  ftp(proftpd),
  ftp(vsftpd),
  ftps(proftpd, '1.2'),
  ftps(proftpd, '1.3'),
  ftps(vsftpd, '1.2'),
  ftps(vsftpd, '1.3'),
]
