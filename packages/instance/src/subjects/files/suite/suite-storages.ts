import { randomUUID } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { hasApache, openApache } from '../../../testing/counterparts/apache.ts'
import { type FtpProgram, proftpd, type TlsSettings, vsftpd } from '../../../testing/counterparts/ftp-servers.ts'
import { hasOpenSsh, openOpenSsh } from '../../../testing/counterparts/openssh.ts'
import { useTemplate } from '../../../testing/template-connector.ts'
import { testCertificate } from '../../../testing/test-certificate.ts'
import { openS3StandIn } from './s3-stand-in.ts'
import { hasSftpServer, openSftpServer } from './sftp-server.ts'
import { standInKeys } from './stand-in-signature.ts'
import { openWebdavServer, type WebdavWay } from './webdav-server.ts'

/** A kind of storage in the shared suite. */
export interface SuiteStorage {
  readonly name: string
  /** The type of services on it. */
  readonly type: string
  /** Whether what it needs is on this machine. */
  readonly answers: boolean
  /** Names that its server cannot have; absent: it can have any. */
  readonly unable?: RegExp
  /** An empty one that nobody else uses. */
  open(): Promise<OpenStorage>
}

export interface OpenStorage {
  /** The configuration of a service on it. */
  readonly config: Readonly<Record<string, unknown>>
  /** Where its server listens; null: it has none. */
  readonly port: number | null
  /** The same configuration, with the server somewhere else. */
  at(port: number): Readonly<Record<string, unknown>>
  /** The folder of this machine that holds the files; null where there is none. */
  readonly folder: string | null
  /** Leaves nothing of it. */
  drop(): Promise<void>
}

const local: SuiteStorage = {
  name: 'a local folder',
  type: 'local_file',
  answers: true,
  async open() {
    const config = { container: 'suite' }
    return { config, port: null, at: () => config, folder: null, drop: async () => undefined }
  },
}

const s3 = (name: string, lesser: boolean): SuiteStorage => ({
  name,
  type: 'aws_s3',
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
  answers,
  open: () => ftpStorage(open, null),
})

const ftps = ({ name, answers, open }: FtpProgram, version: TlsSettings['version']): SuiteStorage => ({
  name: `FTPS by ${name} over TLS ${version}`,
  type: 'ftp_file',
  answers,
  async open() {
    // Of two authorities with one name the first would be taken for both.
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
  answers,
  async open() {
    const { port, credentials, close } = await serve(way)
    const config = { ...credentials, container: 'deep/in' }
    const at = (other: number) => ({ ...config, base_uri: `http://127.0.0.1:${other}/files` })
    return { config: at(port), port, at, folder: null, drop: close }
  },
})

/** What everybody begins with who makes a connector. */
const template: SuiteStorage = {
  name: 'a connector made from the template',
  type: 'suite_files',
  answers: true,
  async open() {
    await useTemplate('files', 'suite-files')
    const config = { container: 'suite' }
    return { config, port: null, at: () => config, folder: null, drop: async () => undefined }
  },
}

const emptyFolder = async () => realpath(await mkdtemp(join(tmpdir(), 'millwright-storage-')))

export const suiteStorages: readonly SuiteStorage[] = [
  ...[local, template, s3('S3', false), s3('S3 of a lesser store', true), sftp, openssh],
  // The package decodes addresses twice.
  { ...webdav('WebDAV', openWebdavServer, 'basic'), unable: /%/ },
  ...[webdav('WebDAV by Apache', openApache, 'basic', hasApache)],
  ...[webdav('WebDAV by Apache and Digest', openApache, 'digest', hasApache)],
  ...[ftp(proftpd), ftp(vsftpd), ftps(proftpd, '1.2'), ftps(proftpd, '1.3'), ftps(vsftpd, '1.2'), ftps(vsftpd, '1.3')],
]
