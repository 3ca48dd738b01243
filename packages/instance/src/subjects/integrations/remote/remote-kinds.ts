import { validateHeaderName, validateHeaderValue } from 'node:http'
import { hasLookup } from '@millwright/connector/config-values'
import type { Connector } from '@millwright/connector/connector'
import type { FieldMessages } from '@millwright/contract/problem'
import {
  bitbucketConfig,
  githubConfig,
  gitlabConfig,
  rwsConfig,
  soapConfig,
} from '@millwright/contract/service-config/remote'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type ServiceKind, serviceKind } from '../../../gateway/service-kind.ts'
import { bitbucket, github, gitlab } from '../repositories/hosts.ts'
import { createRepositoryService } from '../repositories/repository-service.ts'
import { readRemoteConfig } from './remote-config.ts'
import { createRemoteService } from './remote-service.ts'
import { soapProblem } from './soap/soap-settings.ts'
import { optionProblems } from './transport-options.ts'

export const remoteConnectors: readonly Connector[] = [
  {
    name: 'soap',
    label: 'SOAP Service',
    group: 'Remote Service',
    description: 'Calls the operations of a SOAP service, as its WSDL describes them.',
    tier: 'SILVER',
    settings: soapConfig,
    check: soapProblem,
    trial: { resource: '', params: { refresh: 'true' } },
    paths: [
      { path: '', verbs: ['GET'] },
      { path: '{operation_name}', verbs: ['POST'] },
    ],
    shape: 'api',
    load: () => import('./soap/soap-caller.ts'),
  },
]

export const remoteKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'rws',
    label: 'HTTP Service',
    group: 'Remote Service',
    description: 'Forwards requests to another API, with headers and parameters that callers need not know.',
    definitionEditable: true,
    config: rwsConfig,
    readsLookups: true,
    check: remoteProblem,
    make: createRemoteService,
  }),
  serviceKind({
    name: 'github',
    label: 'GitHub Service',
    group: 'Source Control',
    description: 'Reads files from repositories at GitHub.',
    config: githubConfig,
    make: createRepositoryService(github),
  }),
  serviceKind({
    name: 'bitbucket',
    label: 'Bitbucket Service',
    group: 'Source Control',
    description: 'Reads files from repositories at Bitbucket.',
    config: bitbucketConfig,
    make: createRepositoryService(bitbucket),
  }),
  serviceKind({
    name: 'gitlab',
    label: 'GitLab Service',
    group: 'Source Control',
    description: 'Reads files from repositories on a GitLab server.',
    config: gitlabConfig,
    make: createRepositoryService(gitlab),
  }),
]

/** Validation messages for settings of an `rws` service that cannot work for any caller, by setting (docs/wire/remote.md). */
function remoteProblem(config: Readonly<Record<string, unknown>>): FieldMessages | null {
  const options = optionProblems(isRecord(config.options) ? config.options : {})
  const sent = readRemoteConfig({ headers: config.headers, parameters: config.parameters })
  const headers = sent.headers.flatMap(({ name, value }) => {
    const problem = headerProblem(name, value)
    return problem === null ? [] : [problem]
  })
  const isOpen = !config.base_url && [...sent.headers, ...sent.parameters].some(({ value }) => value !== '')
  const base_url = isOpen ? ['base_url is required when headers or parameters have values: it says where they go.'] : []
  const complaints: FieldMessages = { base_url, options, headers }
  const found = Object.fromEntries(Object.entries(complaints).filter(([, messages]) => messages.length > 0))
  return Object.keys(found).length === 0 ? null : found
}

function headerProblem(name: string, value: string): string | null {
  try {
    validateHeaderName(name)
  } catch {
    return `'${name.slice(0, 100)}' is not a valid header name.`
  }
  try {
    if (!hasLookup(value)) validateHeaderValue(name, value)
    return null
  } catch {
    return `The value of the header '${name}' contains characters that are not allowed.`
  }
}
