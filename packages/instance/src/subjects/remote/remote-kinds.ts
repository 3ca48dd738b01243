import { rwsConfig, soapConfig } from '@millwright/contract/service-config/remote'
import { bitbucketConfig, githubConfig, gitlabConfig } from '@millwright/contract/service-config/source-control'
import { type ServiceKind, serviceKind } from '../../gateway/service-kind.ts'
import { bitbucket, github, gitlab } from '../repositories/hosts.ts'
import { createRepositoryService } from '../repositories/repository-service.ts'
import { remoteProblem } from './remote-problem.ts'
import { createRemoteService } from './remote-service.ts'

export const remoteKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'rws',
    label: 'HTTP Service',
    group: 'Remote Service',
    description: 'Hands requests on to another API, with headers and parameters that callers need not know.',
    definitionEditable: true,
    config: rwsConfig,
    readsLookups: true,
    check: remoteProblem,
    make: createRemoteService,
  }),
  serviceKind({
    name: 'soap',
    label: 'SOAP Service',
    group: 'Remote Service',
    description: 'Calls the operations of a SOAP service.',
    tier: 'SILVER',
    config: soapConfig,
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
